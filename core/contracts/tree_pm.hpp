// Gravity in an expanding periodic box by mesh and tree: section 5.1 of cudagadget2013, after
// Gadget-2 (Springel 2005) and Bagla (2002).
//
// Particles, in the units and variables of core/formulas/cosmology.hpp:
//   x, y, z     comoving, Mpc; load() brings them into [0, box)
//   vx, vy, vz  u = a^2 dx/dt, km/s; the peculiar velocity is u / a
//   mass        10^10 solar masses; all together Omega_m of the box, as Gadget demands too
//   ax, ay, az  g = -grad phi, (km/s)^2 / Mpc, comoving: du/dt = g / a
// load() begins at a_begin, always; every step is `dt` in log a, so after n of them the scale
// factor is a_begin exp(n dt), whatever the particles are. checkpoint() holds the number of steps
// taken, and how far the next one is.
//
// A step of the algorithm is one of the mesh: kicks by the long-range force at both ends, and
// between them a kick-drift-kick by the short-range force for each time that a body's own step ends
// (steps = individual), or one:
//
//   kick_long, { kick, drift, sort, build, moments, [group], [upload], walk, [download], kick },
//   deposit, poisson, interpolate, kick_long
//
// With several ranks and scheme = particle each has the bodies between two cuts of Morton's curve,
// as in core/contracts/barnes_hut.hpp: `migrate` comes before `sort`, `exchange` behind `moments`
// (what a rank's bodies may open, no further than the cut), before `deposit` and where steps are
// chosen. The mesh is whole on every rank: `exchange` before `deposit` gets the positions of all
// bodies, and every rank does the work of the mesh for itself, in the order that one rank would
// (planner = fftw_mpi: but for the transforms). With scheme = device (and mesh = device) each rank
// has all bodies, tree and mesh, and walks for a share of the groups: `exchange` is behind the
// walk, as there.
//
// A body's own step is dt / 2^k, at most H(a) sqrt(2 eta a^3 softening / |g|) with both forces in
// g.
//
// The force is split by one of three rules (`split`). compact: the polynomial of
// core/formulas/compact_split.hpp, clouds of cubic splines, and slopes of the potential taken in
// Fourier space. published and accurate: Gadget-2's Gaussian cut off, clouds in cells, and
// differences of four points.
//
// The short range ends at `cut` exactly: bodies and cells (their centres of mass) that are further
// from a body, in the nearest image, pull it at nothing. A cell is a point mass; within its
// softening radius a body's pull is Gadget's spline times the short-range factor. load() opens
// cells by theta first; with opening = relative it then walks once more with the accelerations
// found, long-range ones included.
//
// Counters as barnes_hut's, and "scale_factor". Fields: "scale_factor" (one number: a),
// "particle_potential" (phi, (km/s)^2, its own and the background's part left out), "density"
// (mesh, over the mean), "potential" (mesh, long range only), "tree_leaf_count", "rung"; with
// scheme = device "energy".
#pragma once

#include <cstdint>

#include "core/contracts/tree_parameters.hpp"
#include "core/formulas/cosmology.hpp"
#include "core/particles.hpp"

namespace tycho::tree_pm {

enum StageId {
  kSort,
  kBuild,
  kMoments,
  kGroup,
  kUpload,
  kWalk,
  kDownload,
  kDeposit,
  kPoisson,
  kInterpolate,
  kKick,
  kKickLong,
  kDrift,
  kMigrate,
  kExchange
};

const Contract& contract();

/// The values of the choice `split`, in its order.
enum class SplitRule { kCompact, kPublished, kAccurate };

enum class Scheme { kParticle, kDevice, kBest };

/// The settings of a run, by type.
struct Options : tree::Options {
  double box = 0, a_begin = 0, hubble = 0, omega_m = 0, omega_lambda = 0;
  int grid = 0;
  SplitRule split = SplitRule::kCompact;
  bool table = true;   // short_range
  bool ewald = false;  // force
  Scheme scheme = Scheme::kParticle;
  bool mesh_on_host = false;  // mesh, where the backend has a choice
  bool overlap = false;
  bool single = false;         // precision of walk and mesh
  bool measured_plan = false;  // planner
  bool plan_in_slabs = false;  // planner, of several ranks
};
Options options(const Settings& settings);

Cosmology cosmology(const Settings& settings);

/// Where the forces are split, for a number of particles.
struct Split {
  SplitRule rule = SplitRule::kCompact;
  int grid = 0;          // cells along a side of the mesh
  double box = 0;        // Mpc
  double r_s = 0;        // Mpc: the Gaussian's width; of compact, that of one as wide
  double cut = 0;        // Mpc: end of the short range
  double softening = 0;  // comoving Mpc

  bool compact() const { return rule == SplitRule::kCompact; }
  /// The potential that a body of mass 1 gives itself through the mesh: to be taken away.
  double self_potential() const;
};
Split split(const Settings& settings, std::int64_t particles);

/// Along a side of the mesh: the cube of it is the most that 32 bits number.
inline constexpr int kMostCells = 1290;

/// Throws UsageError: a range that reaches around the box, a mesh too large.
void require_sound(const Settings& settings, std::int64_t particles);

/// Throws UsageError naming the first body that cannot be: a position, velocity or mass that is not
/// finite, a negative mass; or saying that all together are not Omega_m of the box, or that the
/// mesh does not fit the lattice they begin on.
void require_sound(const Particles& particles, const Settings& settings);

/// The expansion along the steps. A time is the number of whole steps since a_begin and a part,
/// from 0 to 1, of the next step: the same on both sides to the bit.
class Expansion {
 public:
  explicit Expansion(const Settings& settings);

  double at(std::int64_t steps, double part) const;
  /// What u and g are multiplied by from one part of a step to another.
  double drift(std::int64_t steps, double from, double to) const;
  double kick(std::int64_t steps, double from, double to) const;
  /// What |g| is multiplied by before tree::wanted_step gives a body's own step in log a: 1 / (a^3
  /// H^2), since dt = sqrt(2 eta a softening / |acceleration|) is physical, and so is the
  /// acceleration g / a^2.
  double step_scale(std::int64_t steps, double part) const;

 private:
  Cosmology cosmology_;
  double a_begin_, dt_;
};

/// Bytes of host memory that tree, mesh and bodies take with these settings.
std::int64_t host_bytes(std::int64_t particles, const Settings& settings);

/// Interactions of a body in the mean over the box at the start: what the counts of work assume. A
/// run corrects it by what it counted (Algorithm::work_share).
double expected_interactions(const Settings& settings, std::int64_t particles);

/// Algorithm::work_share of both sides.
double work_share(int stage, const Settings& settings, const tree::WorkDone& done);

}  // namespace tycho::tree_pm
