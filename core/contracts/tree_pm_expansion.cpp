// The expansion along the steps: what kicks and drifts are multiplied by, and the scale of a step.
#include <cmath>

#include "core/contracts/tree_pm.hpp"
#include "core/formulas/cosmology.hpp"

namespace tycho::tree_pm {

Expansion::Expansion(const Settings& settings)
    : cosmology_(cosmology(settings)),
      a_begin_(options(settings).a_begin),
      dt_(options(settings).dt) {}

double Expansion::at(std::int64_t steps, double part) const {
  return a_begin_ * std::exp(dt_ * (static_cast<double>(steps) + part));
}

double Expansion::drift(std::int64_t steps, double from, double to) const {
  return drift_factor(cosmology_, at(steps, from), at(steps, to));
}

double Expansion::kick(std::int64_t steps, double from, double to) const {
  return kick_factor(cosmology_, at(steps, from), at(steps, to));
}

double Expansion::step_scale(std::int64_t steps, double part) const {
  const double a = at(steps, part), h = hubble_rate(cosmology_, a);
  return 1 / (a * a * a * h * h);
}

}  // namespace tycho::tree_pm
