// One long run, looked at on its way: energy error and orbits against time.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/particles.hpp"
#include "harness/checks/check.hpp"
#include "harness/checks/components.hpp"
#include "harness/measure/energy.hpp"
#include "harness/measure/mode.hpp"
#include "harness/measure/picture.hpp"
#include "harness/measure/second_passage.hpp"
#include "harness/measure/sittings.hpp"
#include "harness/measure/subject.hpp"
#include "harness/measure/windows.hpp"

namespace tycho::measure {

struct Evolution {
  explicit Evolution(std::int64_t steps) : kept(steps) {}

  /// A window is the steps between two looks. Where the time ran out, fewer steps than asked for
  /// were taken.
  Timing timing;
  KeptStates kept;  // along its windows
  /// Every look: (time, relative energy error).
  std::vector<std::pair<double, double>> energy_error;
  /// The points that were asked for, each with the largest error of the looks since the last one.
  std::vector<double> kept_t, kept_error;
  double worst = 0;  // of the looks since the last point
  /// Positions at the kept points, body by body; empty above kMostOrbits bodies.
  std::vector<std::vector<double>> x, y, z;
  std::vector<result::PictureRecord> pictures;  // of a mesh, a galaxy or a universe
  ModeSeries mode;  // at every look, of the one mode that the run was seeded with
  /// Of a universe's waves, over linear theory's, at every look.
  std::vector<std::pair<double, double>> growth;
  std::vector<checks::Components> components;  // of a galaxy: at the start and every look
  std::vector<checks::WavesSeen> waves;        // of a universe, where they were asked for
  Particles final;
  int sittings = 1;  // in which the steps were taken
};

inline constexpr std::size_t kMostOrbits = 64;

/// What is looked at on the way.
struct Looks {
  EnergyError energy_error;  // of nothing where nothing is conserved
  ModeOf mode;               // null where the run was seeded with none
  int pictures = 0;          // of a mesh, a galaxy or a universe, at looks
  /// Steps after which a picture is taken besides, ascending; at looks or between them.
  std::vector<std::int64_t> picture_steps{};
  double box = 0;  // the side of a universe
  /// The longest waves of a universe that are looked at, each after a step.
  std::vector<std::pair<std::int64_t, checks::WavesSeen>> waves{};
  /// Waves up to this many fundamental wave numbers are followed as they grow, over what linear
  /// theory says; 0: none.
  int modes = 0;
  std::function<double(double t)> linear_growth{};
  /// Steps between two states that are handed to `keep`, besides the looks; 0: none are.
  std::int64_t every = 0;
  std::function<void(std::int64_t steps, const Particles& state)> keep{};
};

/// How long an evolution may take, its looks included. It ends between two looks where its time is
/// over there.
struct WayLimits {
  double seconds = 0;  // 0: no limit
  /// Seconds that a step is thought to take; 0: not known, until the way itself tells.
  double step_s = 0;
  /// Whether stages are timed on the way, since there will be no second passage. Where earlier
  /// sittings did so, later ones do so too.
  bool marks = false;
};

struct EvolutionPlan {
  double dt = 0;  // of a step
  std::int64_t steps = 0;
  int points = 1;  // of the way that are kept
  WayLimits limits{};
  Sittings sittings{};
  double untold_s = kUntold;
};

/// Takes the steps from the initial state, or from where the last of the sittings was kept. The
/// looks are not timed.
Evolution evolve(const Subject& subject, Looks looks, const EvolutionPlan& plan);

}  // namespace tycho::measure
