#include "core/loaded_state.hpp"

#include <bit>
#include <utility>

namespace tycho {

namespace {

// The finisher of MurmurHash3: every bit of the result depends on every bit of the value.
std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 33)) * 0xff51afd7ed558ccdu;
  value = (value ^ (value >> 33)) * 0xc4ceb9fe1a85ec53u;
  return value ^ (value >> 33);
}

template <typename Real>
std::uint64_t bits_of(double value) {
  const double rounded = static_cast<double>(static_cast<Real>(value)) + 0.0;  // one zero, not two
  return std::bit_cast<std::uint64_t>(rounded);
}

template <typename Real>
std::uint64_t sum_of(const Particles& p) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    std::uint64_t one = mixed(p.id[i] + 1);
    for (const double value : {p.x[i], p.y[i], p.z[i], p.vx[i], p.vy[i], p.vz[i]})
      one = mixed(one ^ bits_of<Real>(value));
    sum += one;
  }
  return sum;
}

template <typename Real>
bool drift_shows(const Particles& p, double dt) {
  for (std::size_t i = 0; i < p.size(); ++i)
    for (const auto& [place, velocity] :
         {std::pair{p.x[i], p.vx[i]}, {p.y[i], p.vy[i]}, {p.z[i], p.vz[i]}})
      if (bits_of<Real>(place + dt * velocity) != bits_of<Real>(place)) return true;
  return false;
}

}  // namespace

LoadedState::LoadedState(const Particles& loaded, double dt)
    : held_{Held{sum_of<double>(loaded), drift_shows<double>(loaded, dt)},
            Held{sum_of<float>(loaded), drift_shows<float>(loaded, dt)}} {}

bool LoadedState::unmoved(const Particles& now) const {
  // What single precision has rounded is the same in double.
  const std::uint64_t sum = sum_of<double>(now);
  for (const Held& held : held_)
    if (held.would_move && held.sum == sum) return true;
  return false;
}

}  // namespace tycho
