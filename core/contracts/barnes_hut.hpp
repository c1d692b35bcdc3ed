// Gravity by a tree of cells: belleman2007 (section 4.3) and cudagadget2013.
//
// A step of the algorithm takes all bodies over `dt`: with steps = shared in one kick-drift-kick,
// with steps = individual in one for each time that a body's own step ends, each with a new tree.
//
//   kick, drift, [migrate], sort, build, moments, [exchange], [group], [upload], walk, [exchange],
//   [download], kick
//
// `group` is of scheme = grouped and scheme = device, `upload` and `download` of the CUDA schemes
// whose tree the host builds. With several ranks and scheme = particle each rank has the bodies
// between two cuts of Morton's curve: `migrate` cuts the curve anew and moves bodies to their
// ranks; `exchange`, before the walk, gets what a rank's bodies may open of the others' branches,
// and behind the last kick, with steps = individual, the steps that all have chosen. With several
// ranks and scheme = device each rank has all bodies and the whole tree, and walks for a share of
// the groups: `exchange`, behind the walk, gets the accelerations that the others have found.
//
// load() finds the first accelerations with the geometric criterion, having no older ones; with
// opening = relative it then finds them once more by the first ones, as Gadget does.
//
// Counters of both sides, since load() or restore(): "walks" (bodies walked for),
// "interactions_per_body", "cell_interactions_per_body", "body_interactions_per_body" (means); of
// the last tree: "cells", "leaves", "depth", "largest_leaf"; with steps = individual: "substeps",
// "particle_steps", "deepest_rung" and "steps_at_floor" (steps that should have been shorter than
// the deepest rung's); with scheme = grouped, of the last lists: "groups", "list_bytes". Of several
// ranks, of the last tree, the most of any rank: "particles_a_rank", "imported_cells",
// "imported_bodies"; for one tree in the mean, the most of any rank: "received_bytes",
// "received_messages"; of all: "opened_missing_cells", 0 where all is well. On a GPU: "host_waits".
// Fields: "particle_potential", "tree_root" (mass, x, y, z of the centre of mass),
// "tree_leaf_count" (in how many leaves each body is: 1), "rung"; with scheme = device "energy".
#pragma once

#include <cstdint>
#include <vector>

#include "core/contracts/tree_parameters.hpp"
#include "core/particles.hpp"

namespace tycho::barnes_hut {

enum StageId {
  kSort,
  kBuild,
  kMoments,
  kGroup,
  kUpload,
  kWalk,
  kDownload,
  kKick,
  kDrift,
  kMigrate,
  kExchange
};

const Contract& contract();

enum class Scheme { kParticle, kGrouped, kDevice, kBest };

/// The settings of a run, by type.
struct Options : tree::Options {
  Scheme scheme = Scheme::kParticle;
  int ncrit = 0;
  bool quadrupole = true;  // moments
  bool spline = false;     // softening_kernel
  bool single = false;     // precision of the walk
  bool normal = false;     // kernel of scheme = grouped on the GPU

  bool grouped() const { return scheme == Scheme::kGrouped; }
};
Options options(const Settings& settings);

/// Throws UsageError where two settings do not go together.
void require_sound(const Settings& settings);

/// Throws UsageError naming the first body that cannot be: a position, velocity or mass that is not
/// finite, a negative mass or softening; unequal softenings where the settings do not allow them.
void require_sound(const Particles& particles, const Settings& settings);

/// The softening radius of every body as the walk takes it: the spline's h = 2.8 softenings. Empty
/// where all bodies have the softening of the settings.
std::vector<double> spline_radii(const Particles& particles, const Settings& settings);

/// Bytes of host memory that the bodies and their tree take with these settings, lists apart.
std::int64_t host_bytes(std::int64_t particles, const Settings& settings);

/// Interactions of a body with cells and bodies in the mean over a Plummer sphere: what the counts
/// of work assume. A run corrects it by what it counted (Algorithm::work_share).
double expected_interactions(const Settings& settings, std::int64_t particles);

/// Algorithm::work_share of both sides.
double work_share(int stage, const Settings& settings, const tree::WorkDone& done);

}  // namespace tycho::barnes_hut
