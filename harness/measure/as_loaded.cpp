#include "harness/measure/as_loaded.hpp"

#include <stdexcept>
#include <string>

#include "harness/checks/places.hpp"

namespace tycho::measure {

Particles as_loaded(const Particles& initial, Particles state) {
  if (state.size() != initial.size())
    throw std::runtime_error("a state of " + std::to_string(state.size()) + " particles, not " +
                             std::to_string(initial.size()));
  if (state.id == initial.id) {
    state.mass = initial.mass;
    state.species = initial.species;
    state.softening = initial.softening;
    return state;
  }
  const checks::Places places(state.id);
  Particles ordered = initial;
  for (std::size_t i = 0; i < initial.size(); ++i) {
    const std::size_t at = places.of(initial.id[i]);
    if (at == checks::kNowhere)
      throw std::runtime_error("a state without the particle " + std::to_string(initial.id[i]) +
                               ", which was loaded");
    ordered.set_position(i, state.position(at));
    ordered.set_velocity(i, state.velocity(at));
  }
  return ordered;
}

}  // namespace tycho::measure
