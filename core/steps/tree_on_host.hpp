// The tree of a backend that builds it on the host, from step to step: for the stages of
// core/steps/barnes_hut_on_host.cpp and core/steps/tree_pm_on_host.cpp.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/contracts/tree_parameters.hpp"
#include "core/tree/host_tree.hpp"
#include "core/tree/list_due.hpp"

namespace tycho::tree {

class TreeOnHost {
 public:
  TreeOnHost(const Options& options, bool quadrupole, bool by_id)
      : rule_{quadrupole, false, options.theta, 0},
        leaf_(options.leaf),
        threads_(options.threads),
        by_id_(by_id) {}

  /// The spline's radius h of all bodies, where they bring none of their own.
  void set_softening(double radius) { rule_.softening = radius; }

  /// For bodies that are held along Morton's curve.
  void sort_from_last() { sorted_.from_last = true; }

  void sort(std::span<const Vec3<double>> x) { tree::sort(x, threads_, sorted_); }
  void build() { tree::build(sorted_, leaf_, threads_, tree_); }
  void moments(std::span<const Vec3<double>> x, std::span<const double> mass,
               std::span<const double> radii, bool relative) {
    rule_.relative = relative;
    tree::moments(sorted_, x, mass, radii, rule_, threads_, tree_);
  }
  void list_due(std::span<const std::uint8_t> rungs, const Ticks& ticks) {
    tree::list_due(rungs, ticks, tree_.order, by_id_, threads_, due_);
  }

  const Tree<double>& tree() const { return tree_; }
  std::span<const std::int32_t> due() const { return due_; }

  void add_counters(std::map<std::string, double>& counters) const {
    if (!tree_.cells.empty()) add_shape(shape_of(tree_), counters);
  }
  std::vector<double> leaf_counts() const { return leaves_of_bodies(tree_); }
  /// Mass and centre of mass of all bodies.
  std::vector<double> root() const {
    if (tree_.cells.empty()) return {};
    const Cell<double>& root = tree_.cells[0];
    return {root.mass, root.com.x, root.com.y, root.com.z};
  }

 private:
  MomentsRule rule_;
  int leaf_, threads_;
  bool by_id_;
  Sorted sorted_;
  Tree<double> tree_;
  std::vector<std::int32_t> due_;  // slots
};

}  // namespace tycho::tree
