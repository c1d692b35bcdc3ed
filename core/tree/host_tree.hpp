// How the host makes a tree, stage by stage. The same cells for any number of threads.
#pragma once

#include "core/tree/tally.hpp"
#include "core/tree/tree.hpp"

namespace tycho::tree {

struct Keyed {
  std::uint64_t key;
  std::int32_t body;
};

/// Bodies along Morton's curve.
struct Sorted {
  Cube<double> root;
  std::vector<std::uint64_t> keys;  // ascending
  std::vector<std::int32_t>
      order;  // which body as given has the key; of equal keys the first first
  /// Whether a sort begins with the order of the last sort: faster where the bodies lie nearly
  /// along the curve in memory, slower where they lie in any other order.
  bool from_last = false;

  // Memory of the sort, kept from step to step.
  std::vector<Keyed> items, spare;
  std::vector<std::uint16_t> buckets;
};
void sort(std::span<const Vec3<double>> x, int threads, Sorted& sorted);
/// Sorts within a given root cube, which holds all bodies: of several ranks each sorts its own.
void sort(std::span<const Vec3<double>> x, const Cube<double>& root, int threads, Sorted& sorted);

/// The least and greatest coordinates; of no bodies the least are above the greatest.
struct Bounds {
  Vec3<double> low, high;
};
Bounds bounds_of(std::span<const Vec3<double>> x, int threads);

/// Cells and boxes with at most `leaf` bodies in a leaf, more only of bodies with one key; links,
/// bodies and levels, nothing of their moments. Every cell is the smallest of the octree that holds
/// its bodies, and every cell that is no leaf has two children or more: no chains, and fewer than
/// two cells a body however the bodies lie.
void build(const Sorted& sorted, int leaf, int threads, Tree<double>& tree);
/// A part of the sorted bodies.
struct KeyRange {
  std::int32_t first, count;
};
/// Only the branches over these ranges, one behind the other: what one of several ranks has.
void build(const Sorted& sorted, std::span<const KeyRange> branches, int leaf, int threads,
           Tree<double>& tree);
/// The level of the smallest cell that holds two keys.
int common_level(std::uint64_t a, std::uint64_t b);
/// The cube of the cell at `level` that holds a key.
CellBox<double> box_of(std::uint64_t key, int level, const Cube<double>& root);

/// What moments() gives the cells, and which criterion they are opened by.
struct MomentsRule {
  bool quadrupole = true;
  bool relative = false;  // which criterion Cell::opening is for
  double theta = 0.5;
  double softening = 0;  // the spline's radius h of all bodies, where they have none of their own
};
/// Bodies into the tree's order; mass, centre of mass, opening, softening, quadrupole of every
/// cell. `softenings` (the spline's h) is empty where all bodies have the rule's.
void moments(const Sorted& sorted, std::span<const Vec3<double>> x, std::span<const double> mass,
             std::span<const double> softenings, const MomentsRule& rule, int threads,
             Tree<double>& tree);
/// Those of cells from their children's. In the list no cell stands behind one that it is in.
void moments_from_children(std::span<const std::int32_t> cells, const MomentsRule& rule,
                           Tree<double>& tree);
/// Cell::opening anew, for the other criterion.
void set_opening(const MomentsRule& rule, int threads, Tree<double>& tree);

/// The tree in single precision, about its root's centre.
void narrow(const Tree<double>& tree, int threads, Tree<float>& out);

Shape shape_of(const Tree<double>& tree);
/// In how many leaves each body is, in the order given: once, if the tree is sound.
std::vector<double> leaves_of_bodies(const Tree<double>& tree);

/// Groups of neighbours that share a list: the largest cells of at most `ncrit` bodies, and leaves
/// that have more. List g is sources[start[g]] up to start[g + 1]: every cell that the group's
/// nearest possible body would not open, and the bodies of the leaves that it would open, the
/// group's own included, in the order of the tree.
struct Groups {
  std::vector<std::int32_t> first, count;  // bodies of each group, in the tree's order
  std::vector<std::int64_t> start;         // one more than groups
  std::vector<std::int64_t> cells;         // how many of each list are cells
  std::vector<Source<double>> sources;

  std::size_t size() const { return first.size(); }
};
void group(const Tree<double>& tree, int ncrit, int threads, Groups& groups);
/// What all bodies meet, each the whole list of its group but itself.
Walked walked_by(const Groups& groups);

/// Bytes that a tree of n bodies may take, with what its making needs beside it.
std::int64_t tree_bytes(std::int64_t bodies, int leaf, bool quadrupole);

}  // namespace tycho::tree
