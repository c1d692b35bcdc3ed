#include "harness/analysis/universe.hpp"

#include <string>

#include "core/error.hpp"

namespace tycho::analysis {

std::optional<Universe> universe_of(const Settings& settings) {
  const Traits& traits = settings.contract().traits;
  if (!traits.expanding) return std::nullopt;
  return Universe{traits.expanding->cosmology(settings), traits.periodic_box(settings).x,
                  traits.expanding->scale_factor(settings, 0)};
}

Universe require_universe(const Settings& settings, std::string_view who) {
  if (const auto universe = universe_of(settings)) return *universe;
  throw UsageError(std::string(who) + " needs an algorithm whose space expands; " +
                   std::string(settings.contract().name) + " states no expansion");
}

double scale_factor_after(const Settings& settings, std::int64_t steps) {
  require_universe(settings, "a scale factor");
  return settings.contract().traits.expanding->scale_factor(settings, steps);
}

}  // namespace tycho::analysis
