// The bodies of tree_pm on the host, in double, in the order they came or along Morton's curve
// (core/bodies/held_order.hpp), and how they move: for the CPU side and for scheme = particle,
// whose tree the host builds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/particles.hpp"
#include "core/tree/individual_steps.hpp"

namespace tycho::tree_pm {

struct HostBodies {
  std::vector<double> mass;        // G m
  std::vector<Vec3<double>> x, u;  // in [0, box); a^2 dx/dt
  std::vector<Vec3<double>> short_g, long_g;
  std::vector<double> short_pot, long_pot;
  std::vector<std::uint8_t> rung;  // a step of dt / 2^rung; all 0 with steps = shared
  // Kept as loaded, to be stored again.
  std::vector<double> given_mass;
  std::vector<std::uint64_t> id;
  // Filled where several ranks share the run, else empty.
  std::vector<std::int64_t> given;  // which body of those loaded
  std::vector<std::int64_t> work;   // interactions of the last walk

  HostBodies() = default;
  /// Brought into the box; accelerations, potentials and rungs are 0.
  HostBodies(const Particles& p, double box);

  std::size_t size() const { return mass.size(); }
  /// The bodies in this order.
  HostBodies picked(std::span<const std::int32_t> order) const;
  /// The acceleration of body i by both forces.
  Vec3<double> g(std::size_t i) const { return short_g[i] + long_g[i]; }
  void store(Particles& p) const;

  /// A body on its way to another rank.
  struct Record {
    std::int64_t given, work;
    std::uint64_t id;
    double given_mass, mass;
    Vec3<double> x, u, short_g, long_g;
    double short_pot, long_pot;
    std::uint8_t rung;
  };
  Record record(std::size_t i) const;
  void append(const Record& record);

  /// Position, velocity, both accelerations, both potentials and rung of all bodies, with room for
  /// `behind` numbers behind them.
  std::vector<double> checkpoint(std::size_t behind = 0) const;
  /// Numbers of a body in a checkpoint.
  static constexpr std::size_t kCheckpointed = 15;
  void restore(std::span<const double> checkpoint);
};

/// u += factor g by the short range, of the bodies whose step begins or ends now; one factor a
/// rung.
void kick(HostBodies& bodies, std::span<const double> factors, const tree::Ticks& ticks,
          int threads);
/// u += factor g by the long range, of all bodies.
void kick_long(HostBodies& bodies, double factor, int threads);
/// x += factor u of all bodies, around the box.
void drift(HostBodies& bodies, double factor, double box, int threads);

/// The next steps of the due bodies by both forces; `scale` is Expansion::step_scale.
tree::Rungs choose_rungs(HostBodies& bodies, const tree::Ticks& ticks, double eta, double softening,
                         double scale, int threads);

}  // namespace tycho::tree_pm
