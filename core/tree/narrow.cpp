// A tree in single precision. Positions are taken about the root's centre first, so that what is
// lost is relative to the size of the system and not to its distance from the origin.
#include "core/parallel_for.hpp"
#include "core/tree/host_tree.hpp"

namespace tycho::tree {

namespace {

Vec3<float> single(const Vec3<double>& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace

void narrow(const Tree<double>& tree, int threads, Tree<float>& out) {
  const Vec3<double> origin = centre(tree.root);
  out.root = tree.root;
  out.origin = origin;
  out.cells.resize(tree.cells.size());
  out.boxes.resize(tree.boxes.size());
  out.quadrupoles.resize(tree.quadrupoles.size());
  parallel_for(tree.cells.size(), threads, [&](std::ptrdiff_t c) {
    const Cell<double>& cell = tree.cells[c];
    out.cells[c] = {single(cell.com - origin),
                    static_cast<float>(cell.mass),
                    static_cast<float>(cell.opening),
                    static_cast<float>(cell.softening),
                    cell.next,
                    cell.first,
                    cell.count,
                    cell.level,
                    cell.mixed};
    out.boxes[c] = {single(tree.boxes[c].centre - origin), static_cast<float>(tree.boxes[c].side)};
    if (tree.quadrupoles.empty()) return;
    const Quadrupole<double>& s = tree.quadrupoles[c];
    out.quadrupoles[c] = {static_cast<float>(s.xx), static_cast<float>(s.yy),
                          static_cast<float>(s.zz), static_cast<float>(s.xy),
                          static_cast<float>(s.xz), static_cast<float>(s.yz)};
  });
  out.bodies.resize(tree.bodies.size());
  parallel_for(tree.bodies.size(), threads, [&](std::ptrdiff_t j) {
    out.bodies[j] = {single(tree.bodies[j].at - origin), static_cast<float>(tree.bodies[j].mass)};
  });
  out.softenings.assign(tree.softenings.begin(), tree.softenings.end());
  out.order = tree.order;
}

}  // namespace tycho::tree
