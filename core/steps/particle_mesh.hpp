// The program of the particle-mesh algorithm, once for both backends: what a step consists of, what
// is done at a load and at a store. A backend supplies the memory and the stages.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/contracts/particle_mesh.hpp"
#include "core/mesh_algorithm.hpp"
#include "core/steps/turns.hpp"
#include "core/unit_box.hpp"

namespace tycho::particle_mesh {

/// The numbers that stages multiply by. A stage reads the factors of its own.
template <typename Real>
struct Factors {
  Real density = 0;      // the mass of a particle over the volume of a cell
  double potential = 0;  // 4 pi G dx^2: from units of the cell to physical ones
  Real kick = 0;         // the time that update_vel covers
  Real drift = 0;        // the time that update_pos covers
};

/// All that a backend supplies.
template <typename Real>
class Stages {
 public:
  virtual ~Stages() = default;

  virtual Clock& clock() = 0;

  /// Takes the particles, in the order in which the values below come out again. Untimed.
  virtual void load(BoxParticles<Real> particles) = 0;
  /// Enqueues one stage of the contract. Never waits, but for histogram = host and tolerance > 0.
  virtual void enqueue(int stage, const Factors<Real>& factors) = 0;
  /// Over ranks: the stage in turns, with the messages that go with it. Empty where the stage is
  /// whole and without messages: enqueue() then.
  virtual std::span<const Turn<const Factors<Real>&>> turns(int /*stage*/) const { return {}; }
  /// Whether ranks share the particles. All of them then call whatever is read out below.
  virtual bool over_ranks() const { return false; }

  // What is read out between steps. Each waits for what was enqueued before.
  virtual std::vector<double> position(int axis) = 0;
  /// Half a step behind the positions.
  virtual std::vector<double> velocity(int axis) = 0;
  /// The acceleration along the axis of the last force stage, or the potential, at the particles.
  virtual std::vector<double> acceleration_at_particles() = 0;
  virtual std::vector<double> potential_at_particles() = 0;
  /// "histogram", "density", "potential": a value a cell; "cell": a value a particle.
  virtual std::vector<double> field(std::string_view name) = 0;

  /// Sets the density of every cell, in place of the particles'.
  virtual void set_density(std::span<const double> density) = 0;

  virtual std::map<std::string, double> counters() const = 0;
};

template <typename Real>
std::unique_ptr<Algorithm> make_step(const Options& options, std::unique_ptr<Stages<Real>> stages);

}  // namespace tycho::particle_mesh
