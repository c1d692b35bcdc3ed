// Whether anything moved since particles were loaded. A code that gives back what it was given
// conserves energy, momentum and angular momentum, and is back at its start after any time: checks
// of these pass it.
#pragma once

#include <array>
#include <cstdint>

#include "core/particles.hpp"

namespace tycho {

class LoadedState {
 public:
  /// `dt` is the step.
  LoadedState(const Particles& loaded, double dt);

  /// True where every particle, by its id, has the place and the velocity that it was loaded with,
  /// to the bit or as single precision rounds them, though a drift over one step would show there.
  bool unmoved(const Particles& now) const;

 private:
  struct Held {
    std::uint64_t sum = 0;  // over all particles, in any order
    bool would_move = false;
  };
  std::array<Held, 2> held_;  // in double and in single precision
};

}  // namespace tycho
