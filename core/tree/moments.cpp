// Mass, centre of mass, second moments, softening and opening of every cell: leaves from their
// bodies, cells from their children, from the last to the first, since a cell's children stand
// behind it. A thread takes whole branches; the few cells above the branches come last.
#include <cmath>

#include "core/formulas/opening.hpp"
#include "core/parallel_for.hpp"
#include "core/tree/host_tree.hpp"

namespace tycho::tree {

namespace {

double opening_of(const Cell<double>& cell, const CellBox<double>& box, const MomentsRule& rule) {
  if (rule.relative) return relative_opening(cell.mass, box.side);
  const Vec3<double> off = cell.com - box.centre;
  return geometric_opening(box.side, rule.theta, std::sqrt(dot(off, off)));
}

/// The centre of mass from the sum of m (x - centre): sums about the centre lose nothing where the
/// bodies are far from the origin. Without mass it is the centre.
Vec3<double> centre_of_mass(const CellBox<double>& box, double mass, const Vec3<double>& sum) {
  return mass > 0 ? box.centre + (1 / mass) * sum : box.centre;
}

void leaf_moments(Tree<double>& tree, std::int32_t c, const MomentsRule& rule) {
  Cell<double>& cell = tree.cells[c];
  const std::int32_t end = cell.first + cell.count;
  double mass = 0;
  Vec3<double> sum;
  for (std::int32_t j = cell.first; j < end; ++j) {
    mass += tree.bodies[j].mass;
    sum += tree.bodies[j].mass * (tree.bodies[j].at - tree.boxes[c].centre);
  }
  cell.mass = mass;
  // One body is where it is, to the bit.
  cell.com =
      cell.count == 1 ? tree.bodies[cell.first].at : centre_of_mass(tree.boxes[c], mass, sum);
  if (rule.quadrupole) {
    Quadrupole<double> s;
    for (std::int32_t j = cell.first; j < end; ++j)
      s += second_moments(tree.bodies[j].mass, tree.bodies[j].at - cell.com);
    tree.quadrupoles[c] = s;
  }
  cell.softening = rule.softening;
  cell.mixed = 0;
  if (tree.softenings.empty()) return;
  cell.softening = tree.softenings[cell.first];
  for (std::int32_t j = cell.first; j < end; ++j) {
    cell.mixed |= tree.softenings[j] != cell.softening;
    cell.softening = std::max(cell.softening, tree.softenings[j]);
  }
}

template <typename Visit>
void for_each_child(const Tree<double>& tree, std::int32_t c, const Visit& visit) {
  for (std::int32_t k = c + 1; k < tree.cells[c].next; k = tree.cells[k].next) visit(k);
}

void cell_moments(Tree<double>& tree, std::int32_t c, const MomentsRule& rule) {
  Cell<double>& cell = tree.cells[c];
  cell.mass = 0;
  cell.softening = tree.cells[c + 1].softening;
  cell.mixed = 0;
  Vec3<double> sum;
  for_each_child(tree, c, [&](std::int32_t k) {
    const Cell<double>& child = tree.cells[k];
    cell.mass += child.mass;
    sum += child.mass * (child.com - tree.boxes[c].centre);
    cell.mixed |= child.mixed | (child.softening != cell.softening);
    cell.softening = std::max(cell.softening, child.softening);
  });
  cell.com = centre_of_mass(tree.boxes[c], cell.mass, sum);
  if (!rule.quadrupole) return;
  Quadrupole<double> s;
  for_each_child(tree, c, [&](std::int32_t k) {
    s += tree.quadrupoles[k];
    s += second_moments(tree.cells[k].mass, tree.cells[k].com - cell.com);
  });
  tree.quadrupoles[c] = s;
}

/// The largest cells of at most `largest` bodies, and the cells above them, both in the tree's
/// order.
struct Branches {
  std::vector<std::int32_t> branches, above;
};

Branches branches_of(const Tree<double>& tree, std::int32_t largest) {
  Branches found;
  for (std::int32_t c = 0; c < tree.size();) {
    const bool whole = tree.cells[c].count <= largest || is_leaf(tree.cells[c], c);
    (whole ? found.branches : found.above).push_back(c);
    c = whole ? tree.cells[c].next : c + 1;
  }
  return found;
}

}  // namespace

void moments(const Sorted& sorted, std::span<const Vec3<double>> x, std::span<const double> mass,
             std::span<const double> softenings, const MomentsRule& rule, int threads,
             Tree<double>& tree) {
  tree.bodies.resize(x.size());
  tree.softenings.resize(softenings.size());
  tree.order.resize(x.size());
  parallel_for(x.size(), threads, [&](std::ptrdiff_t j) {
    const std::int32_t i = tree.order[j] = sorted.order[j];
    tree.bodies[j] = {x[i], mass[i]};
    if (!softenings.empty()) tree.softenings[j] = softenings[i];
  });
  tree.quadrupoles.resize(rule.quadrupole ? tree.cells.size() : 0);
  const auto of_cell = [&](std::int32_t c) {
    is_leaf(tree.cells[c], c) ? leaf_moments(tree, c, rule) : cell_moments(tree, c, rule);
  };
  const std::int32_t n = static_cast<std::int32_t>(x.size());
  const Branches found = branches_of(tree, threads == 1 ? n : n / (16 * threads));
  parallel_for_uneven(found.branches.size(), threads, 1, [&](std::ptrdiff_t b) {
    const std::int32_t root = found.branches[b];
    for (std::int32_t c = tree.cells[root].next - 1; c >= root; --c) of_cell(c);
  });
  for (auto c = found.above.rbegin(); c != found.above.rend(); ++c) of_cell(*c);
  set_opening(rule, threads, tree);
}

void moments_from_children(std::span<const std::int32_t> cells, const MomentsRule& rule,
                           Tree<double>& tree) {
  for (const std::int32_t c : cells) cell_moments(tree, c, rule);
}

void set_opening(const MomentsRule& rule, int threads, Tree<double>& tree) {
  parallel_for(tree.cells.size(), threads, [&](std::ptrdiff_t c) {
    tree.cells[c].opening = opening_of(tree.cells[c], tree.boxes[c], rule);
  });
}

}  // namespace tycho::tree
