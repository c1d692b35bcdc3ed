// The tree of one rank from its own branches, the roots of all branches and what came from others.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/tree/essential.hpp"

namespace tycho::tree {

namespace {

/// What came from one rank, taken branch after branch.
struct Arrived {
  const Parcel* parcel;
  std::size_t cell = 0, body = 0;
};

class Graft {
 public:
  Graft(const Tree<double>& branches, const Parcel& roots, std::span<const Parcel> from,
        const MomentsRule& rule, int rank, Tree<double>& whole)
      : branches_(branches), roots_(roots), rule_(rule), rank_(rank), whole_(whole) {
    for (const Parcel& parcel : from) arrived_.push_back({&parcel});
  }

  std::int64_t run() {
    whole_.root = branches_.root;
    whole_.origin = branches_.origin;
    whole_.cells.clear();
    whole_.boxes.clear();
    whole_.quadrupoles.clear();
    whole_.bodies = branches_.bodies;
    whole_.softenings = branches_.softenings;
    whole_.order = branches_.order;
    require_order();
    append(0, roots_.cells.size());
    require(own_ == branches_.size(), "a branch of this rank is missing");
    for (const Arrived& each : arrived_)
      require(each.cell == each.parcel->cells.size() && each.body == each.parcel->bodies.size(),
              "a branch came whose root is unknown");
    // From the last to the first, since a cell's children stand behind it.
    std::reverse(above_.begin(), above_.end());
    moments_from_children(above_, rule_, whole_);
    return static_cast<std::int64_t>(above_.size());
  }

 private:
  static void require(bool holds, const char* otherwise) {
    if (!holds) throw std::logic_error(std::string("graft: ") + otherwise);
  }
  void require_order() const {
    for (std::size_t k = 0; k < roots_.cells.size(); ++k) {
      const std::int32_t rank = roots_.cells[k].rank;
      require(rank >= 0 && static_cast<std::size_t>(rank) < arrived_.size(), "a root of no rank");
      require(k == 0 || roots_.cells[k - 1].key < roots_.cells[k].key,
              "the roots are not in the order of their keys");
    }
  }

  /// The branches from `first` up to `last`, and the cells above them alone.
  void append(std::size_t first, std::size_t last) {
    if (last - first == 1) return append_branch(first);
    const std::uint64_t key = roots_.cells[first].key;
    const int level = common_level(key, roots_.cells[last - 1].key);
    const std::int32_t here = whole_.size();
    above_.push_back(here);
    Cell<double> cell;
    cell.level = static_cast<std::uint16_t>(level);
    push(cell, key, {});
    for (std::size_t k = first; k < last;) {
      const int octant_here = octant(roots_.cells[k].key, level + 1);
      std::size_t end = k + 1;
      while (end < last && octant(roots_.cells[end].key, level + 1) == octant_here) ++end;
      append(k, end);
      k = end;
    }
    whole_.cells[here].next = whole_.size();
  }

  void append_branch(std::size_t root) {
    const SentCell& given = roots_.cells[root];
    if (given.rank == rank_) return append_own();
    Arrived& arrived = arrived_[static_cast<std::size_t>(given.rank)];
    const auto& cells = arrived.parcel->cells;
    const bool came = arrived.cell < cells.size() && cells[arrived.cell].key == given.key &&
                      cells[arrived.cell].level == given.level;
    if (!came) return append_sent(given, quadrupole(roots_, root));
    const std::size_t end = arrived.cell + 1 + static_cast<std::size_t>(cells[arrived.cell].below);
    for (; arrived.cell < end; ++arrived.cell) {
      require(end <= cells.size(), "a branch came in part");
      const SentCell& cell = cells[arrived.cell];
      require(cell.below >= 0 && arrived.cell + static_cast<std::size_t>(cell.below) < end,
              "a cell came that reaches beyond its branch");
      append_sent(cell, quadrupole(*arrived.parcel, arrived.cell));
      if (cell.bodies > 0) append_bodies(arrived, static_cast<std::size_t>(cell.bodies));
    }
  }

  void append_own() {
    require(own_ < branches_.size(), "a root of this rank that it has not got");
    const std::int32_t end = branches_.cells[own_].next, offset = whole_.size() - own_;
    for (; own_ < end; ++own_) {
      whole_.cells.push_back(branches_.cells[own_]);
      whole_.cells.back().next += offset;
      whole_.boxes.push_back(branches_.boxes[own_]);
      if (rule_.quadrupole) whole_.quadrupoles.push_back(branches_.quadrupoles[own_]);
    }
  }

  void append_sent(const SentCell& sent, const Quadrupole<double>& quadrupole) {
    Cell<double> cell;
    cell.com = sent.com;
    cell.mass = sent.mass;
    cell.softening = sent.softening;
    cell.next = whole_.size() + 1 + sent.below;
    cell.level = sent.level;
    cell.mixed = sent.mixed;
    push(cell, sent.key, quadrupole);
  }

  void append_bodies(Arrived& arrived, std::size_t count) {
    const Parcel& parcel = *arrived.parcel;
    require(arrived.body + count <= parcel.bodies.size(), "a leaf came without its bodies");
    Cell<double>& leaf = whole_.cells.back();
    leaf.first = static_cast<std::int32_t>(whole_.bodies.size());
    leaf.count = static_cast<std::int32_t>(count);
    const auto bodies = std::span(parcel.bodies).subspan(arrived.body, count);
    whole_.bodies.insert(whole_.bodies.end(), bodies.begin(), bodies.end());
    if (!parcel.softenings.empty()) {
      const auto softenings = std::span(parcel.softenings).subspan(arrived.body, count);
      whole_.softenings.insert(whole_.softenings.end(), softenings.begin(), softenings.end());
    }
    arrived.body += count;
  }

  void push(const Cell<double>& cell, std::uint64_t key, const Quadrupole<double>& quadrupole) {
    whole_.cells.push_back(cell);
    whole_.boxes.push_back(box_of(key, cell.level, whole_.root));
    if (rule_.quadrupole) whole_.quadrupoles.push_back(quadrupole);
  }

  Quadrupole<double> quadrupole(const Parcel& parcel, std::size_t cell) const {
    return rule_.quadrupole ? parcel.quadrupoles[cell] : Quadrupole<double>{};
  }

  const Tree<double>& branches_;
  const Parcel& roots_;
  const MomentsRule& rule_;
  int rank_;
  Tree<double>& whole_;
  std::vector<Arrived> arrived_;
  std::int32_t own_ = 0;             // cell of the own branches that comes next
  std::vector<std::int32_t> above_;  // cells above all branches
};

}  // namespace

std::int64_t graft(const Tree<double>& branches, const Parcel& roots, std::span<const Parcel> from,
                   const MomentsRule& rule, int rank, Tree<double>& whole) {
  return Graft(branches, roots, from, rule, rank, whole).run();
}

}  // namespace tycho::tree
