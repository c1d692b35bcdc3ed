#include "harness/measure/cpu_watch.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>

#include "core/bound_cpus.hpp"
#include "core/memory_policy.hpp"

namespace tycho::measure {

namespace {

// OMP_WAIT_POLICY as OpenMP reads it: capitals do not matter, and other words are the default.
std::string wait_policy() {
  const char* value = std::getenv("OMP_WAIT_POLICY");
  std::string said = value ? value : "";
  std::transform(said.begin(), said.end(), said.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return said == "active" || said == "passive" ? said : "default";
}

}  // namespace

result::DeviceRecord cores_meanwhile(const std::optional<campaign::OtherLoad>& others,
                                     const std::optional<CoreSpeed>& before, int threads) {
  result::DeviceRecord record;
  if (others) {
    record.other_cores = others->cores();
    record.stolen_cores = others->stolen();
    record.held_back_s = others->held_back();
  }
  if (before) {
    const CoreSpeed after = core_speed(threads).value_or(*before);
    record.core_gops = (before->gops + after.gops) / 2;
    record.core_gops_least = std::min(before->least_gops, after.least_gops);
    record.cache_ns = (before->cache_ns + after.cache_ns) / 2;
  }
  const std::vector<int> cpus = bound_cpus(threads);
  if (!cpus.empty()) record.bound_to.emplace(cpus.begin(), cpus.end());
  record.wait = wait_policy();
  record.memory = memory_policy();
  return record;
}

}  // namespace tycho::measure
