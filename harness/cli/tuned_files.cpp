#include "harness/cli/tuned_files.hpp"

#include "core/error.hpp"
#include "harness/backends/for_runs.hpp"
#include "harness/cli/select.hpp"
#include "harness/result/processor.hpp"

namespace tycho::cli {

namespace fs = std::filesystem;

std::string tuned_device(Backend backend) {
  if (backend == Backend::kCpu) return result::this_processor().model;
  const auto gpu = backends::this_gpu();
  return gpu ? gpu->name : "";
}

fs::path tuned_folder(const std::string& given) {
  try {
    return case_folder(given) / ".." / "tuned";
  } catch (const UsageError&) {
    return {};  // a case file may be run without a folder of cases
  }
}

std::vector<tune::TunedFile> tuned_for_this_machine(const std::string& given,
                                                    const std::string& case_folder) {
  if (given == "none") return {};
  if (!given.empty()) return {tune::read_tuned(given)};
  const fs::path folder = tuned_folder(case_folder);
  std::vector<tune::TunedFile> files;
  for (const Backend backend : {Backend::kCpu, Backend::kCuda}) {
    const std::string device = tuned_device(backend);
    if (folder.empty() || device.empty()) continue;
    const fs::path file = (folder / tune::tuned_file_name(device)).lexically_normal();
    if (fs::exists(file)) files.push_back(tune::read_tuned(file));
  }
  return files;
}

}  // namespace tycho::cli
