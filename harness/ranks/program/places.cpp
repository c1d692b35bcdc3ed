#include "harness/ranks/program/places.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <string>

namespace tycho::ranks {

namespace {

constexpr const char* kVisible = "CUDA_VISIBLE_DEVICES";

/// The GPUs that this process may use, by the names that CUDA_VISIBLE_DEVICES has for them.
std::vector<std::string> visible_devices() {
  std::vector<std::string> names;
  if (const char* said = std::getenv(kVisible)) {
    std::istringstream list(said);
    for (std::string name; std::getline(list, name, ',');) names.push_back(name);
    return names;
  }
  // A container may show the GPUs of its whole machine in the one place, and those that it may use
  // in the other.
  std::error_code none;
  const std::filesystem::directory_iterator driver("/proc/driver/nvidia/gpus", none),
      nodes("/dev", none);
  const auto listed = std::distance(begin(driver), end(driver));
  const auto usable = std::count_if(begin(nodes), end(nodes), [](const auto& node) {
    const std::string name = node.path().filename();
    return name.starts_with("nvidia") && name.size() > 6 &&
           std::isdigit(static_cast<unsigned char>(name[6]));
  });
  for (std::ptrdiff_t gpu = 0; gpu < (usable > 0 ? std::min(listed, usable) : listed); ++gpu)
    names.push_back(std::to_string(gpu));
  return names;
}

}  // namespace

result::ProcessesRecord places_of(Mpi& mpi) {
  Ranks& ranks = mpi.all();
  result::ProcessesRecord places;
  places.mpi = Mpi::version();
  places.nodes = mpi.nodes();
  places.transport = ranks.takes_device_memory() ? "cuda_aware" : "staged";
  const auto me = static_cast<std::size_t>(ranks.rank());
  const auto before = static_cast<std::size_t>(
      std::count(places.nodes.begin(), places.nodes.begin() + static_cast<std::ptrdiff_t>(me),
                 places.nodes[me]));
  const std::vector<std::string> own = visible_devices();
  if (own.size() > 1) ::setenv(kVisible, own[before % own.size()].c_str(), 1);
  return places;
}

}  // namespace tycho::ranks
