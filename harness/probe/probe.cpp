#include "harness/probe/probe.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "core/error.hpp"
#include "core/units.hpp"
#include "harness/measure/statistics.hpp"
#include "harness/result/probe.hpp"

namespace tycho::probe {

namespace {

using nlohmann::json;

json statistics_record(const std::vector<double>& samples) {
  const measure::Summary s = measure::summarize(samples);
  return {{"median", s.median},
          {"low", s.low},
          {"high", s.high},
          {"minimum", s.minimum},
          {"spread", s.spread}};
}

// Rates in thousands of millions, times in seconds.
std::vector<double> values_of(const Probed& probed) {
  std::vector<double> values;
  for (const double seconds : probed.seconds)
    values.push_back(probed.unit == "s" ? seconds / probed.work : 1e-9 * probed.work / seconds);
  return values;
}

}  // namespace

json ceiling_record(const Probed& probed, const std::string& backend) {
  json seconds = statistics_record(probed.seconds);
  seconds["samples"] = probed.seconds;
  return {{"backend", backend},
          {"id", probed.id},
          {"label", probed.label},
          {"size", probed.size},
          {"unit", probed.unit},
          {"threads", probed.threads},
          {"work", probed.work},
          {"value", statistics_record(values_of(probed))},
          {"seconds", std::move(seconds)},
          {"check",
           {{"what", probed.checked},
            {"error", probed.error},
            {"limit", probed.limit},
            // Written so that an error that is NaN fails.
            {"pass", probed.error <= probed.limit}}}};
}

json run_probes(std::span<const ProbedBackend> backends, const ProbeOptions& options,
                const json& provenance, const ProbeProgress& progress) {
  json ceilings = json::array(), skipped = json::array();
  std::size_t total = 0, done = 0;
  for (const ProbedBackend& backend : backends) total += backend.probes.size();
  const auto start = std::chrono::steady_clock::now();
  for (const ProbedBackend& backend : backends) {
    for (const Probe& probe : backend.probes) {
      const std::string name = backend.name + " " + std::string(probe.name);
      progress(name, static_cast<double>(done++) / static_cast<double>(total));
      try {
        for (const Probed& probed : probe.measure(options))
          ceilings.push_back(ceiling_record(probed, backend.name));
      } catch (const Unavailable& reason) {
        skipped.push_back(
            {{"backend", backend.name}, {"probe", probe.name}, {"reason", reason.what()}});
      } catch (const std::exception& error) {
        throw std::runtime_error("probe '" + name + "': " + error.what());
      }
    }
  }
  progress("", 1);
  const double wall_s = Seconds(std::chrono::steady_clock::now() - start).count();
  return {{"schema", "tycho-probe/" + std::to_string(result::kProbeVersion)},
          {"provenance", provenance},
          {"cache_bytes", options.cache_bytes},
          {"core_cache_bytes", options.core_cache_bytes},
          {"wall_s", wall_s},
          {"ceilings", std::move(ceilings)},
          {"skipped", std::move(skipped)}};
}

bool all_right(const json& probe) {
  const json& ceilings = probe.at("ceilings");
  return std::all_of(ceilings.begin(), ceilings.end(),
                     [](const json& c) { return c.at("check").at("pass").get<bool>(); });
}

}  // namespace tycho::probe
