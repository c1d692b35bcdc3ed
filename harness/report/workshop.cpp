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

}  // namespace

Workshop::Workshop(const fs::path& output)
    : output_(output), folder_(output / (".report-" + std::to_string(getpid()))) {
  try {
    fs::create_directories(folder_ / "tables");
    fs::create_directories(folder_ / "figures");
  } catch (const fs::filesystem_error& error) {
    throw result::WriteError(output, error.code().message());
  }
}

Workshop::~Workshop() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
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
