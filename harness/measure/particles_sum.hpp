// One text for the bits of all particles, by which two states are seen to be the same.
#pragma once

#include <string>

#include "core/particles.hpp"

namespace tycho::measure {

/// 16 hexadecimal digits, of all that is known of the particles.
std::string particles_sum(const Particles& particles);

}  // namespace tycho::measure
