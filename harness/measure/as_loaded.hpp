// The particles of a state as another run is to load them.
#pragma once

#include "core/particles.hpp"

namespace tycho::measure {

/// `state` in the order of `initial`, by id, with the masses, species and softening lengths of it:
/// an algorithm may store its particles in an order of its own, and gives back neither of the
/// latter. Throws std::runtime_error where the ids are others.
Particles as_loaded(const Particles& initial, Particles state);

}  // namespace tycho::measure
