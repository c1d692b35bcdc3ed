// The bodies of barnes_hut on the host, in double, in the order they came or along Morton's curve
// (core/bodies/held_order.hpp), and how they move: for the CPU side and for the GPU schemes whose
// tree the host builds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/particles.hpp"
#include "core/tree/individual_steps.hpp"

namespace tycho::barnes_hut {

struct HostBodies {
  std::vector<double> mass;
  std::vector<Vec3<double>> x, v, acc;
  std::vector<double> pot;
  std::vector<std::uint8_t> rung;  // a step of dt / 2^rung; all 0 with steps = shared
  // As loaded; all but the radius are stored again.
  std::vector<std::uint64_t> id;
  std::vector<std::uint8_t> species;
  std::vector<double> softening;
  std::vector<double> radius;  // the spline's h; empty where all bodies have the same
  // Filled where several ranks share the run, else empty.
  std::vector<std::int64_t> given;  // which body of those loaded
  std::vector<std::int64_t> work;   // interactions of the last walk

  HostBodies() = default;
  /// Accelerations, potentials and rungs are 0. `radii` as `radius`.
  explicit HostBodies(const Particles& p, std::vector<double> radii = {});

  std::size_t size() const { return mass.size(); }
  /// The bodies in this order.
  HostBodies picked(std::span<const std::int32_t> order) const;
  void store(Particles& p) const;

  /// A body on its way to another rank.
  struct Record {
    std::int64_t given, work;
    std::uint64_t id;
    double mass;
    Vec3<double> x, v, acc;
    double pot, softening, radius;
    std::uint8_t rung, species;
  };
  Record record(std::size_t i) const;
  void append(const Record& record);

  /// Position, velocity, acceleration, potential and rung of all bodies, component by component,
  /// with room for `behind` numbers behind them.
  std::vector<double> checkpoint(std::size_t behind = 0) const;
  /// Numbers of a body in a checkpoint.
  static constexpr std::size_t kCheckpointed = 11;
  void restore(std::span<const double> checkpoint);

 private:
  // Whether the loaded bodies had these values: a rank may hold no body that would tell.
  bool with_species_ = false, with_softening_ = false, with_radius_ = false;
};

/// v += (step / 2) a of the bodies whose step begins or ends now.
void kick(HostBodies& bodies, const tree::Ticks& ticks, int threads);

/// x += step v of all bodies.
void drift(HostBodies& bodies, double step, int threads);

/// The next steps of the due bodies; `softening` is one for all or one a body.
tree::Rungs choose_rungs(HostBodies& bodies, const tree::Ticks& ticks, double eta,
                         std::span<const double> softening, int threads);

}  // namespace tycho::barnes_hut
