#include "harness/campaign/describe.hpp"

namespace tycho::campaign {

nlohmann::json describe(const cases::RunSpec& run) {
  nlohmann::json settings = nlohmann::json::object();
  for (const auto& [name, value] : run.settings.numbers()) settings[name] = value;
  for (const auto& [name, value] : run.settings.choices()) settings[name] = value;
  nlohmann::json sweep = nlohmann::json::object();
  for (const auto& [name, values] : run.variant->sweep) sweep[name] = settings.at(name);
  nlohmann::json description{{"id", run.id},
                             {"paper", run.origin->paper},
                             {"case", run.origin->name},
                             {"suite", run.suite},
                             {"algorithm", run.origin->algorithm},
                             {"variant", run.variant->name},
                             {"label", run.variant->label},
                             {"backend", name(run.settings.backend())},
                             {"threads", run.settings.threads()},
                             {"n", run.particles},
                             {"settings", std::move(settings)},
                             {"sweep", std::move(sweep)}};
  if (!run.tuned_from.empty())
    description["tuned"] = {{"file", run.tuned_from.filename().string()}, {"settings", run.tuned}};
  if (run.slow_double > 0) description["slow_double"] = run.slow_double;
  return description;
}

}  // namespace tycho::campaign
