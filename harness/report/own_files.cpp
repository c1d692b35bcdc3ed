#include "harness/report/own_files.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

#include "harness/result/durable_file.hpp"
#include "harness/result/plain_name.hpp"

namespace tycho::report {

namespace fs = std::filesystem;

namespace {

constexpr const char* kList = "report-files.txt";

struct Kind {
  std::string_view folder, ending;
};
constexpr std::array kKinds{Kind{"", ".html"},      Kind{"", ".md"},        Kind{"tables", ".csv"},
                            Kind{"tables", ".tex"}, Kind{"tables", ".bib"}, Kind{"figures", ".svg"},
                            Kind{"figures", ".png"}};

/// Whether a report writes files of such a name, none of which is outside its folder.
bool is_of_a_report(const std::string& name) {
  const fs::path path = name;
  return result::is_plain_name(path.filename().string()) &&
         std::any_of(kKinds.begin(), kKinds.end(), [&](const Kind& kind) {
           return path.parent_path() == kind.folder && path.extension() == kind.ending;
         });
}

}  // namespace

FileNames own_files(const fs::path& folder) {
  FileNames files;
  std::ifstream list(folder / kList);
  for (std::string name; std::getline(list, name);)
    if (is_of_a_report(name)) files.insert(name);
  return files;
}

void list_own_files(const fs::path& folder, const FileNames& files) {
  std::string text;
  for (const std::string& name : files) text += name + "\n";
  result::write_durably(folder / kList, text);
}

void remove_own_files(const fs::path& folder, const FileNames& files) {
  for (const std::string& name : files) {
    std::error_code not_there;
    const fs::path within = fs::path(name).parent_path();
    if (!within.empty() && !fs::is_directory(fs::symlink_status(folder / within, not_there)))
      continue;
    if (fs::is_regular_file(fs::symlink_status(folder / name, not_there)))
      fs::remove(folder / name, not_there);
  }
}

}  // namespace tycho::report
