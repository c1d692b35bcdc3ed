// Bodies of scheme = particle, in double on the host in the order they came, and the stages that
// stay there. As on the CPU side, so that only the walk differs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tree/individual_steps.hpp"
#include "core/vec3.hpp"

namespace tycho::gpu::tree_pm {

using tree::Ticks;

struct HostBodies {
  std::vector<double> mass;        // G m
  std::vector<Vec3<double>> x, u;  // in [0, box); a^2 dx/dt
  std::vector<Vec3<double>> short_g, long_g;
  std::vector<double> short_pot, long_pot;
  std::vector<std::uint8_t> rung;  // a step of dt / 2^rung; all 0 with steps = shared

  HostBodies() = default;
  explicit HostBodies(std::size_t n)
      : mass(n), x(n), u(n), short_g(n), long_g(n), short_pot(n), long_pot(n), rung(n) {}
  std::size_t size() const { return mass.size(); }
  /// Of both forces.
  Vec3<double> g(std::size_t i) const { return short_g[i] + long_g[i]; }
};

/// u += factor g by the short range, of the bodies whose step begins or ends now; one factor a
/// rung.
void kick(HostBodies& bodies, std::span<const double> factors, const Ticks& ticks, int threads);
/// u += factor g by the long range, of all.
void kick_long(HostBodies& bodies, double factor, int threads);
/// x += factor u of all, around the box.
void drift(HostBodies& bodies, double factor, double box, int threads);

/// `scale` as in bodies.hpp.
tree::Rungs choose_rungs(HostBodies& bodies, const Ticks& ticks, double eta, double softening,
                         double scale, int threads);

}  // namespace tycho::gpu::tree_pm
