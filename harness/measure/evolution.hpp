// One long run, looked at on its way: energy error and orbits against time.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/algorithm.hpp"
#include "harness/checks/check.hpp"
#include "harness/checks/components.hpp"
#include "harness/measure/energy.hpp"
#include "harness/measure/mode.hpp"
#include "harness/measure/picture.hpp"
#include "harness/measure/progress.hpp"
#include "harness/measure/second_passage.hpp"
#include "harness/measure/sittings.hpp"
#include "harness/measure/windows.hpp"

namespace tycho::measure {

struct Evolution {
  explicit Evolution(std::int64_t looks) : kept(static_cast<std::size_t>(looks)) {}

  /// Its windows are the steps between two looks. Fewer steps than asked for were taken where the
  /// time was spent.
  Timing timing;
  KeptStates kept;  // along its windows
  /// Every look: (time, relative energy error).
  std::vector<std::pair<double, double>> energy_error;
  /// As many points as were asked for: of the looks between two points, the largest error.
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
  /// Whose growth is followed, in fundamental wave numbers, and what linear theory says of it; 0:
  /// of none.
  int modes = 0;
  std::function<double(double t)> linear_growth{};
  /// Steps between two states that are handed to `keep`, besides the looks; 0: none are.
  std::int64_t every = 0;
  std::function<void(std::int64_t steps, const Particles& state)> keep{};
};

/// How long an evolution may take, its looks included.
struct WayLimits {
  double seconds = 0;  // 0: no limit
  /// Seconds that a step is thought to take; 0: not known, until the way itself tells.
  double step_s = 0;
  /// Whether stages are timed on the way, since there will be no second passage. A way whose
  /// earlier sittings were timed so goes on so.
  bool marks = false;
  /// Whether the way ends between two looks rather than after the look that the time is over at.
  bool between_looks = false;
};

/// Runs `steps` steps of length `dt` from `initial`, or from where the last of its sittings was
/// kept; `points` are kept. The looks are not timed.
Evolution evolve(Algorithm& algorithm, const Contract& contract, const Particles& initial,
                 Looks looked, double dt, std::int64_t steps, int points, const WayLimits& limits,
                 const Progress& progress, Ranks& ranks = alone(), const Sittings& sittings = {});

}  // namespace tycho::measure
