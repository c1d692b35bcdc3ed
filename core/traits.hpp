// What an algorithm is, as its contract states it. The code that makes the initial condition of a
// run, or runs, checks or draws it, asks these traits and never for the algorithm's name.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/vec3.hpp"

namespace tycho {

class Settings;
struct Cosmology;

enum class SofteningKernel {
  kPlummer,
  kSpline,  // Gadget's, Newton's beyond 2.8 lengths
};

/// The pull of one particle on another, for sums over all pairs beside the algorithm's own.
struct PairForce {
  double softening = 0;  // a length: Plummer's, or the one the spline is equivalent to
  SofteningKernel kernel = SofteningKernel::kPlummer;
  double gravity = 1;  // the constant of gravity, in the units of the run
};

/// Space that expands with the steps of a run. Such a run is a universe: it has haloes, and its
/// states are written as Gadget's snapshots, which hold the scale factor, the box and the
/// cosmology.
struct ExpandingSpace {
  Cosmology (*cosmology)(const Settings& settings) = nullptr;
  /// After a number of whole steps; after none, the scale factor that a run begins at.
  double (*scale_factor)(const Settings& settings, std::int64_t steps) = nullptr;
  /// The parameter that sets the scale factor a run begins at: with it a run begins anew where
  /// another one ended.
  std::string_view begin;
};

/// A plasma of electrons before a resting background: lengths are in cells, times in 1 / omega_p,
/// and each of N particles has the mass nx ny / N.
struct Plasma {
  int nx = 0, ny = 0;           // cells of the box along its sides
  double thermal_velocity = 0;  // along each axis, of the Maxwellian that the run is made for
  double particle_size = 0;     // of the particles' smooth shape
  /// Cells along the sides of a group that particles are kept in, which the field "group" numbers
  /// row by row; 0: particles are in no order.
  int group_x = 0, group_y = 0;
};

/// The quantity that is conserved along a run, and is checked on its way.
enum class Conserved {
  kNothing,
  kEnergy,        // kinetic and potential
  kLayzerIrvine,  // what takes the energy's place in expanding space; an integral over the way
};

/// An energy as a paper writes it, reported beside the conserved one.
struct PublishedEnergy {
  std::string_view name;  // paper and equation: the key of the report is <name>_change
  /// A particle's term of the sum.
  double (*term)(double mass, double speed_sq, double potential) = nullptr;
};

/// The tests of `tycho try` for a library that implements the contract: their settings, and how the
/// right answer is known where the contract's method is an approximation.
struct TrialProblem {
  /// Gives what the tests set beside the step and the softening. Null: nothing.
  void (*give)(Settings& settings) = nullptr;
  /// Makes the reference's settings those of the truth. Null: the reference is the truth.
  void (*make_exact)(Settings& settings) = nullptr;
  /// The steps that the truth takes for one of the others.
  int finer = 1;
  /// How far the orders of the library's and the reference's error may be apart.
  double order_limit = 0.15;
};

/// Stages that the host does in a run on a GPU.
struct HostStages {
  std::string_view choice, value;  // where the choice has this value; empty: always
  std::span<const std::string_view> stages;
};

/// Which runs of an algorithm can be kept, because Algorithm::checkpoint() gives their state.
enum class Keeps {
  kNothing,
  kOverRanks,  // runs over ranks only
  kAnyRun,
};

struct Traits {
  /// The sides of the box that particles leave on one side and enter on the other; a side of 0 is
  /// open. Null: all are.
  Vec3<double> (*periodic_box)(const Settings& settings) = nullptr;
  /// Null: forces are no sums over pairs. In a periodic box all images pull, too.
  PairForce (*pair_force)(const Settings& settings, std::int64_t particles) = nullptr;
  Conserved conserves = Conserved::kEnergy;
  const PublishedEnergy* published_energy = nullptr;     // null: none
  const ExpandingSpace* expanding = nullptr;             // null: space is at rest
  Plasma (*plasma)(const Settings& settings) = nullptr;  // null: the particles are none
  /// The choice of the precision, which is not handed on to the reference of a run; empty: none.
  std::string_view precision = {};
  /// The choice that decides which terms are summed. The reference of a run on the GPU takes the
  /// run's own value where the CPU has it. Empty: it takes the contract's default on the CPU.
  std::string_view sums = {};
  /// Whether the particles after a whole step are all that the next step depends on: a run that
  /// load()s them takes the steps, with the work, that the run which stored them would have taken.
  bool begins_anywhere = false;
  /// Whether the work of a step depends on the particles' positions. A run then counts its own work
  /// (Algorithm::work_share), and the contract's counts are only expected values.
  bool counts_as_it_runs = false;
  Keeps keeps = Keeps::kNothing;
  const TrialProblem* trial = nullptr;  // null: libraries of the contract are not tried
  std::span<const HostStages> on_host{};
};

}  // namespace tycho
