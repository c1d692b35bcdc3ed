// The tree of a backend that builds it on the host, from step to step: for the stages of
// core/steps/host_stages.hpp. With several ranks, each rank has the branches of its own domain, and
// those parts of the whole tree that its bodies may open.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/contracts/tree_parameters.hpp"
#include "core/domains/domains.hpp"
#include "core/tree/essential.hpp"
#include "core/tree/host_tree.hpp"
#include "core/tree/list_due.hpp"

namespace tycho::tree {

class TreeOnHost {
 public:
  TreeOnHost(const Options& options, bool quadrupole, bool by_id, Ranks& ranks)
      : rule_{quadrupole, false, options.theta, 0},
        leaf_(options.leaf),
        threads_(options.threads),
        by_id_(by_id),
        ranks_(ranks) {}

  /// The spline's radius h of all bodies, where they bring none of their own.
  void set_softening(double radius) { rule_.softening = radius; }

  /// Has sort() begin with the last order: faster for bodies that are held along Morton's curve.
  void sort_from_last() { sorted_.from_last = true; }

  void sort(std::span<const Vec3<double>> x) {
    if (ranks_.alone())
      tree::sort(x, threads_, sorted_);
    else
      tree::sort(x, root_, threads_, sorted_);
  }
  void build() {
    if (ranks_.alone()) return tree::build(sorted_, leaf_, threads_, tree_);
    tree::build(sorted_, domains::branches_of(sorted_.keys, domains_, ranks_.rank()), leaf_,
                threads_, tree_);
  }
  void moments(std::span<const Vec3<double>> x, std::span<const double> mass,
               std::span<const double> radii, bool relative) {
    rule_.relative = relative;
    tree::moments(sorted_, x, mass, radii, rule_, threads_, tree_);
  }
  void list_due(std::span<const std::uint8_t> rungs, const Ticks& ticks) {
    tree::list_due(rungs, ticks, tree_.order, by_id_, threads_, due_);
  }

  // What follows is for several ranks, and collective.

  /// The rank that each body belongs to now, with domains of about the same work. `work` is what a
  /// body cost last; empty: not known.
  std::vector<int> owners(std::span<const Vec3<double>> x, std::span<const std::int64_t> work);
  /// Behind moments() and list_due(): tree() is then the whole tree. `accuracy` is alpha |a_old| of
  /// a body as held; `own_radii`: whether bodies have softening radii of their own.
  void exchange(const Reach& reach, const std::function<double(std::int32_t)>& accuracy,
                bool own_radii);
  /// Cells and bodies that came with the last exchange().
  const Imported& imported() const { return imported_; }
  /// Has add_counters() tell of the tree of all ranks.
  void settle();

  /// What bodies walk through.
  const Tree<double>& tree() const { return ranks_.alone() ? tree_ : whole_; }
  std::span<const std::int32_t> due() const { return due_; }

  void add_counters(std::map<std::string, double>& counters) const {
    if (!tree().cells.empty()) add_shape(ranks_.alone() ? shape_of(tree_) : shape_, counters);
  }
  /// In how many leaves each of this rank's bodies is.
  std::vector<double> leaf_counts() const { return leaves_of_bodies(tree_); }
  /// Mass and centre of mass of all bodies.
  std::vector<double> root() const {
    if (tree().cells.empty()) return {};
    const Cell<double>& root = tree().cells[0];
    return {root.mass, root.com.x, root.com.y, root.com.z};
  }

 private:
  MomentsRule rule_;
  int leaf_, threads_;
  bool by_id_;
  Ranks& ranks_;
  Sorted sorted_;
  Tree<double> tree_;              // of several ranks: the branches of this one
  std::vector<std::int32_t> due_;  // slots

  // Of several ranks:
  Cube<double> root_;
  domains::Domains domains_;
  Tree<double> whole_;
  Imported imported_;
  Shape shape_;
};

}  // namespace tycho::tree
