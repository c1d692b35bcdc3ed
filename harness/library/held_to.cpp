#include "harness/library/held_to.hpp"

namespace tycho::library {

namespace {

/// The word that a variant has for the precision, by its own settings, the case's or the
/// contract's. A backend on which there is nothing to choose computes in double precision.
std::string precision_of(const cases::Case& origin, const Contract& contract, Backend backend,
                         const terms::SettingValues& own) {
  if (contract.traits.precision.empty()) return "";
  Settings settings(contract, backend);
  terms::give_shared(settings, origin.settings);
  terms::give_shared(settings, own);
  const auto chosen = settings.choices().find(contract.traits.precision);
  return chosen == settings.choices().end() ? "fp64" : std::string(chosen->second);
}

}  // namespace

const cases::Variant& held_to(const cases::Case& origin, const Contract& contract, Backend backend,
                              const terms::SettingValues& own) {
  const std::string precision = precision_of(origin, contract, backend, own);
  const cases::Variant* best = &origin.variants.front();
  int best_points = -1;
  for (const cases::Variant& variant : origin.variants) {
    if (variant.implementation) continue;
    const bool same =
        precision_of(origin, contract, variant.backend, variant.settings) == precision;
    const int points = 2 * same + (variant.backend == backend);
    if (points <= best_points) continue;
    best = &variant;
    best_points = points;
  }
  return *best;
}

terms::SettingValues method_of(const cases::Variant& variant, const Contract& contract) {
  terms::SettingValues method;
  const auto take = [&](std::string_view name) {
    if (const auto found = variant.settings.find(std::string(name));
        found != variant.settings.end())
      method.insert(*found);
  };
  for (const Parameter& parameter : contract.parameters)
    if (parameter.scope == Scope::kBoth && parameter.tuning.values.empty()) take(parameter.name);
  for (const Choice& choice : contract.choices)
    if (choice.scope == Scope::kBoth && choice.name != contract.traits.precision) take(choice.name);
  return method;
}

}  // namespace tycho::library
