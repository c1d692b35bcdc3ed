#include "harness/measure/as_loaded.hpp"

#include <stdexcept>
#include <utility>

#include "harness/checks/diagnostics.hpp"

namespace tycho::measure {

Particles as_loaded(const Particles& initial, Particles state) {
  if (state.size() != initial.size())
    throw std::runtime_error("a state of " + std::to_string(state.size()) + " particles, not " +
                             std::to_string(initial.size()));
  if (state.id != initial.id) {
    const auto from = checks::order_of_ids(state), to = checks::order_of_ids(initial);
    Particles ordered = initial;
    for (std::size_t k = 0; k < to.size(); ++k) {
      const std::size_t is = from[k], should = to[k];
      if (state.id[is] != initial.id[should])
        throw std::runtime_error("a state with a particle " + std::to_string(state.id[is]) +
                                 ", which was never loaded");
      ordered.set_position(should, state.position(is));
      ordered.set_velocity(should, state.velocity(is));
    }
    return ordered;
  }
  state.mass = initial.mass;
  state.species = initial.species;
  state.softening = initial.softening;
  return state;
}

}  // namespace tycho::measure
