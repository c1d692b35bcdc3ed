// What a kind of initial condition is, and the list of those there are: one file each.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/particles.hpp"
#include "core/settings.hpp"
#include "harness/strict/strict_json.hpp"

namespace tycho::initial {

/// A key that a case may give besides "kind", and what it says; (a default) where it may be left
/// out.
struct Key {
  std::string_view name, summary;
};

struct Kind {
  std::string_view name;
  std::string_view summary;
  std::span<const Key> keys;  // any other is refused before `check` is called
  std::int64_t size;          // how many particles it always has; 0: as many as asked for
  void (*check)(const strict::JsonView& spec);
  Particles (*make)(const strict::JsonView& spec, std::int64_t n);
  /// In place of `make`, for what is made by the run's settings.
  Particles (*make_in)(const strict::JsonView& spec, std::int64_t n,
                       const Settings& settings) = nullptr;
};

const Kind& plummer();
const Kind& uniform_box();
const Kind& two_body();
const Kind& lagrange_triangle();
const Kind& plummer_box();
const Kind& exponential_disc();
const Kind& uniform();
const Kind& maxwellian();
const Kind& langmuir();
const Kind& two_stream();
const Kind& galaxy();
const Kind& encounter();
const Kind& degenerate();
const Kind& cosmology();
const Kind& snapshot();

std::span<const Kind* const> all_kinds();

/// Separate uses of one seed draw from separate streams, so that adding masses moves no particle.
enum Stream : std::uint32_t { kPositions, kVelocities, kMasses };

/// Seeds up to 2^53: what every JSON reader keeps exactly.
std::uint64_t read_seed(const strict::JsonView& spec);

/// Moves the system so that its centre of mass rests in the origin.
void centre(Particles& particles);

}  // namespace tycho::initial
