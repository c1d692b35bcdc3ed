// The particles of a state as another run is to load them.
#pragma once

#include "core/particles.hpp"

namespace tycho::measure {

/// `state` in the order of `initial`, by id, with the masses, species and softening lengths of
/// `initial`: an algorithm may store its particles in an order of its own, without species and
/// softening lengths. Throws std::runtime_error where the ids are others.
Particles as_loaded(const Particles& initial, Particles state);

}  // namespace tycho::measure
