#include "harness/result/result_files.hpp"

#include <algorithm>
#include <fstream>

#include "core/error.hpp"

namespace tycho::result {

namespace fs = std::filesystem;

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
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(path))
    if (entry.is_regular_file() && entry.path().extension() == ".json" &&
        may_be_result(entry.path()))
      files.push_back(entry.path());
  if (files.empty())
    throw UsageError(path.string() +
                     ": holds no result; name a result file, or a folder as `tycho run --out` "
                     "writes it");
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<fs::path> result_files(std::span<const std::string> paths) {
  std::vector<fs::path> all;
  for (const std::string& path : paths)
    for (fs::path& file : result_files(fs::path(path))) all.push_back(std::move(file));
  return all;
}

}  // namespace tycho::result
