// The tree of all ranks as one of them needs it: its own branches, and those cells of the others'
// that its bodies may open (Salmon & Warren's locally essential tree). A cell that they never open
// has nothing below it: `count` is 0, and a walk that opens it counts it as missing.
//
// Cells are in the depth-first order of the whole tree, with the bits that a single rank would give
// them: each branch is made by one rank, and the few cells above the branches by every rank, from
// the same children in the same order. So every body meets the same cells and bodies, in the same
// order, as on one rank.
//
// A rank's own bodies have the first slots, those that came have the others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ranks/ranks.hpp"
#include "core/tree/host_tree.hpp"

namespace tycho::tree {

/// Bodies of one rank that walk and are near each other.
struct Walkers {
  Vec3<double> low, high;  // where they are
  double accuracy = 0;     // opening = relative: the least alpha |a_old|
  double softening = 0;    // the largest radius h of the spline, 0 with Plummer
  std::int64_t rank = 0;
};

/// How bodies look into cells, as far as other ranks must know.
struct Reach {
  bool relative = false;      // the criterion of Cell::opening
  bool by_softening = false;  // whether cells within a softening radius are opened
  bool quadrupole = false;    // of these: all, or the mixed ones alone
  bool single = false;        // walked in single precision
  double box = 0;             // side of a periodic box; 0: space has no end
  double cut = 0;             // cells beyond are skipped; 0: none are
};

/// Whether one of the walkers may open the cell; never false where one does. `size` is the side of
/// the root.
bool may_open(const Cell<double>& cell, const CellBox<double>& box, const Walkers& walkers,
              const Reach& reach, double size);

/// A cell on its way to another rank. The opening follows from the rest.
struct SentCell {
  Vec3<double> com;
  double mass;
  double softening;
  std::uint64_t key;    // of its first body
  std::int32_t below;   // cells sent behind it that are in it
  std::int32_t bodies;  // sent, of a leaf that may be opened; else 0
  std::uint16_t level, mixed;
  std::int32_t rank;  // where it comes from
};

/// Cells and bodies for one rank: whole branches, pruned.
struct Parcel {
  std::vector<SentCell> cells;
  std::vector<Quadrupole<double>> quadrupoles;  // with moments = quadrupole
  std::vector<Source<double>> bodies;
  std::vector<double> softenings;  // where bodies have their own
};

/// What these walkers may open of the branches; nothing of a branch whose root none may open.
Parcel essential(const Tree<double>& branches, std::span<const std::uint64_t> keys,
                 std::span<const Walkers> walkers, const Reach& reach);

/// The roots of all branches, as they are sent: all ranks know them.
Parcel roots_of(const Tree<double>& branches, std::span<const std::uint64_t> keys, int rank);

/// The tree of this rank: its branches, all roots in the order of their keys, and what came from
/// each rank. Openings are yet to be set. Gives the number of cells that are in no branch.
std::int64_t graft(const Tree<double>& branches, const Parcel& roots, std::span<const Parcel> from,
                   const MomentsRule& rule, int rank, Tree<double>& whole);

/// What came from the others.
struct Imported {
  std::int64_t cells = 0, bodies = 0;
  std::int64_t above = 0;  // cells that are in no branch: made here, not imported
};
/// Collects what this rank's walkers ask for and grafts it. Collective.
Imported exchange_essentials(const Tree<double>& branches, std::span<const std::uint64_t> keys,
                             std::span<const Walkers> walkers, const Reach& reach,
                             const MomentsRule& rule, bool own_softenings, int threads,
                             Ranks& ranks, Tree<double>& whole);

}  // namespace tycho::tree
