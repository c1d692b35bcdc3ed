#include "harness/result/result_files.hpp"

#include <algorithm>
#include <fstream>

#include "core/error.hpp"
#include "harness/result/parse_json.hpp"

namespace tycho::result {

namespace fs = std::filesystem;

namespace {

/// The files of a folder that are wanted, by path.
template <typename Wanted>
std::vector<fs::path> files_in(const fs::path& folder, Within within, const Wanted& wanted) {
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator entry(folder), end; entry != end; ++entry) {
    if (within == Within::kFolder) entry.disable_recursion_pending();
    if (entry->is_regular_file() && wanted(entry->path())) files.push_back(entry->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<fs::path> json_files(const fs::path& path, Within within) {
  if (fs::is_regular_file(path)) return {path};
  if (!fs::is_directory(path)) throw UsageError(path.string() + ": no such folder or result file");
  return files_in(path, within, [](const fs::path& file) { return file.extension() == ".json"; });
}

std::vector<fs::path> files_named(std::string_view name, const fs::path& path) {
  if (fs::is_directory(path))
    return files_in(path, Within::kAllFolders,
                    [&](const fs::path& file) { return file.filename() == name; });
  const fs::path beside = path.parent_path() / name;
  return fs::is_regular_file(beside) ? std::vector{beside} : std::vector<fs::path>{};
}

std::optional<Result> result_in(const fs::path& file) {
  const nlohmann::json content = parse_json_file(file);
  if (!is_result(content)) return std::nullopt;
  return read_result(content, file);
}

// A campaign's folder holds other JSON files too, and results are large.
bool may_be_result(const fs::path& file) {
  std::ifstream in(file);
  std::string opening(256, '\0');
  in.read(opening.data(), static_cast<std::streamsize>(opening.size()));
  opening.resize(static_cast<std::size_t>(in.gcount()));
  return opening.find("tycho-result/") != std::string::npos;
}

std::vector<fs::path> result_files(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files = json_files(path, Within::kFolder);
  std::erase_if(files, [](const fs::path& file) { return !may_be_result(file); });
  if (files.empty())
    throw UsageError(path.string() +
                     ": holds no result; name a result file, or a folder as `tycho run --out` "
                     "writes it");
  return files;
}

std::vector<fs::path> result_files(std::span<const std::string> paths) {
  std::vector<fs::path> all;
  for (const std::string& path : paths)
    for (fs::path& file : result_files(fs::path(path))) all.push_back(std::move(file));
  return all;
}

}  // namespace tycho::result
