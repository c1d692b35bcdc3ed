#include "harness/campaign/describe.hpp"

#include "harness/checks/check.hpp"

namespace tycho::campaign {

result::RunDescription describe(const cases::RunSpec& run) {
  result::RunDescription description;
  description.id = run.id;
  description.paper = run.origin->paper;
  description.case_name = run.origin->name;
  description.suite = run.suite;
  description.algorithm = run.origin->algorithm;
  description.variant = run.variant->name;
  description.label = run.variant->label;
  description.backend = name(run.settings.backend());
  description.threads = run.settings.threads();
  description.n = run.particles;
  for (const auto& [name, value] : run.settings.numbers()) description.settings[name] = value;
  for (const auto& [name, value] : run.settings.choices()) description.settings[name] = value;
  for (const auto& [name, values] : run.variant->sweep)
    description.sweep[name] = description.settings.at(name);
  if (!run.tuned_from.empty())
    description.tuned = {run.tuned_from.filename().string(), {run.tuned.begin(), run.tuned.end()}};
  description.implementation = run.variant->implementation;
  if (run.ranks > 0) description.ranks = run.ranks;
  if (run.variant->ranks.size() > 1) description.sweep["ranks"] = static_cast<double>(run.ranks);
  if (const auto code = run.variant->code())
    for (const terms::CheckSpec& spec : run.origin->checks)
      if (checks::applies(spec, run.variant->known_as(), run.particles) &&
          !checks::can_be_asked(spec.name, run.settings.contract(), *code)) {
        auto& names = description.implementation->not_asked;
        (names ? *names : names.emplace()).push_back(spec.name);
      }
  if (run.slow_double > 0) description.slow_double = run.slow_double;
  return description;
}

}  // namespace tycho::campaign
