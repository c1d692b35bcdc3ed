#include "harness/tune/tunable.hpp"

namespace tycho::tune {

std::vector<const Parameter*> tunable(const Settings& settings) {
  std::vector<const Parameter*> found;
  for (const Parameter& p : settings.contract().parameters) {
    const Tuning& tuning = p.tuning;
    if (tuning.values.empty() || !applies(p.scope, settings.backend())) continue;
    if (tuning.choice.empty() || settings.chosen(tuning.choice, tuning.chosen)) found.push_back(&p);
  }
  return found;
}

SplitSettings split(const Settings& settings) {
  SplitSettings parts{{}, nlohmann::json::object()};
  for (const auto& [name, value] : settings.numbers()) parts.with[name] = value;
  for (const auto& [name, value] : settings.choices()) parts.with[name] = value;
  for (const Parameter* p : tunable(settings))
    parts.tuned.emplace(p->name, settings.number(p->name));
  // Those that have no meaning with these choices do not tell runs apart either.
  for (const Parameter& p : settings.contract().parameters)
    if (!p.tuning.values.empty()) parts.with.erase(std::string(p.name));
  return parts;
}

}  // namespace tycho::tune
