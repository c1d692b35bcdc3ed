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

void Workshop::write(const fs::path& name, const std::string& text) {
  std::ofstream out(folder_ / name, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw result::WriteError(output_ / name, std::strerror(errno));
}

void Workshop::finish() {
  for (const fs::path part : {"tables", "figures", ""}) {
    fs::create_directories(output_ / part);
    for (const auto& entry : fs::directory_iterator(folder_ / part))
      if (entry.is_regular_file() && entry.path().filename() != kFront)
        fs::rename(entry.path(), output_ / part / entry.path().filename());
  }
  fs::rename(folder_ / kFront, output_ / kFront);
}

}  // namespace tycho::report
