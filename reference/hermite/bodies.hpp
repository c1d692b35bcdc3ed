// The bodies of the CPU side, each at its own time, and the stages that work on them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/contracts/hermite_steps.hpp"
#include "core/particles.hpp"
#include "reference/hermite/field.hpp"

namespace tycho::reference::hermite {

struct Bodies {
  std::vector<double> time, step, mass;
  std::vector<Vec3<double>> x, v, acc, jerk;

  Bodies() = default;
  /// At the time 0; steps and derivatives are 0.
  explicit Bodies(const Particles& particles);

  std::size_t size() const { return mass.size(); }
  static constexpr std::size_t kNumbers = 15;  // of a body
  /// Time, step, mass, x, v, acc, jerk of all bodies, component by component.
  std::vector<double> numbers() const;
  void restore(std::span<const double> numbers);
};

/// What a corrector tells of a block step.
struct Outcome {
  double shortest;       // step of the bodies that have just stepped
  std::int64_t floored;  // how many of them wanted less than the least step
};

/// The bodies whose step ends at the block time t.
void schedule(const Bodies& bodies, double t, std::vector<std::int32_t>& due);

/// All bodies at the time t, and the due ones among them as targets.
void predict(const Bodies& bodies, double t, const std::vector<std::int32_t>& due, int threads,
             Field& field, std::vector<IBody>& targets);

/// The due bodies with the forces found at the time t, and their next steps: by Aarseth's
/// criterion, unless all bodies share one step.
Outcome correct(Bodies& bodies, double t, const std::vector<std::int32_t>& due,
                const std::vector<IBody>& targets, const std::vector<Force>& forces,
                const tycho::hermite::StepOptions& options, int threads);

/// Accelerations and jerks of all bodies from the first forces on them, and their first steps; the
/// shortest of these.
double begin(Bodies& bodies, const std::vector<Force>& forces,
             const tycho::hermite::StepOptions& options);

}  // namespace tycho::reference::hermite
