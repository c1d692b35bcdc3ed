#include "harness/report/workshop.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "harness/result/durable_file.hpp"

namespace tycho::report {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFront = "index.html";

bool is_there(const fs::path& path) {
  std::error_code unknown;
  return fs::exists(path, unknown);
}

/// The figures of a report that is written anew. Copies: one that changed is drawn over its copy,
/// and the finished file stays whole until then. What cannot be copied is drawn.
void bring_figures(const fs::path& from, const fs::path& to) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(from, none)) {
    std::error_code left;
    if (entry.symlink_status(left).type() == fs::file_type::regular)
      fs::copy_file(entry.path(), to / entry.path().filename(), left);
  }
}

}  // namespace

Workshop::Workshop(const fs::path& output)
    : output_(output),
      folder_(output / (".report-" + std::to_string(getpid()))),
      output_is_new_(!is_there(output)) {
  try {
    fs::create_directories(folder_ / "tables");
    fs::create_directories(folder_ / "figures");
  } catch (const fs::filesystem_error& error) {
    throw result::WriteError(output, error.code().message());
  }
  bring_figures(output_ / "figures", figures());
}

Workshop::~Workshop() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  if (output_is_new_) fs::remove(output_, ignored);  // an empty one
}

void Workshop::write(const std::string& name, const std::string& text) {
  std::ofstream out(folder_ / name, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw result::WriteError(output_ / name, std::strerror(errno));
  files_.insert(name);
}

void Workshop::keep_figure(const std::string& id) {
  for (const char* ending : {".svg", ".png"}) files_.insert("figures/" + id + ending);
}

void Workshop::finish() {
  FileNames earlier = own_files(output_), both = files_;
  both.insert(earlier.begin(), earlier.end());
  list_own_files(output_, both);  // for the next report, where this one is ended before its end
  for (const char* part : {"tables", "figures"}) fs::create_directories(output_ / part);
  for (const std::string& file : files_)
    if (file != kFront) fs::rename(folder_ / file, output_ / file);
  fs::rename(folder_ / kFront, output_ / kFront);
  std::erase_if(earlier, [&](const std::string& file) { return files_.count(file) > 0; });
  remove_own_files(output_, earlier);
  list_own_files(output_, files_);
}

}  // namespace tycho::report
