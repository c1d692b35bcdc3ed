#include "core/tree/essential.hpp"

#include <algorithm>
#include <utility>

namespace tycho::tree {

namespace {

/// Cell `c` of the branches, with nothing below it.
SentCell sent(const Tree<double>& branches, std::span<const std::uint64_t> keys, std::int32_t c) {
  const Cell<double>& cell = branches.cells[c];
  return {cell.com, cell.mass, cell.softening, keys[cell.first], 0, 0, cell.level, cell.mixed, 0};
}

void append(const Tree<double>& branches, std::span<const std::uint64_t> keys, std::int32_t c,
            Parcel& parcel) {
  parcel.cells.push_back(sent(branches, keys, c));
  if (!branches.quadrupoles.empty()) parcel.quadrupoles.push_back(branches.quadrupoles[c]);
}

class Pruning {
 public:
  Pruning(const Tree<double>& branches, std::span<const std::uint64_t> keys,
          std::span<const Walkers> walkers, const Reach& reach, Parcel& parcel)
      : branches_(branches), keys_(keys), walkers_(walkers), reach_(reach), parcel_(parcel) {}

  bool opens(std::int32_t c) {
    // Cells that follow each other are opened by the same walkers, more often than not.
    if (last_ < walkers_.size() && opens(c, walkers_[last_])) return true;
    for (std::size_t w = 0; w < walkers_.size(); ++w)
      if (opens(c, walkers_[w])) {
        last_ = w;
        return true;
      }
    return false;
  }

  /// Appends the cell with what is in it, as far as walkers may open it.
  void append_opened(std::int32_t c) {
    const Cell<double>& cell = branches_.cells[c];
    const std::size_t here = parcel_.cells.size();
    append(branches_, keys_, c, parcel_);
    if (is_leaf(cell, c)) {
      parcel_.cells[here].bodies = cell.count;
      const auto bodies = std::span(branches_.bodies).subspan(cell.first, cell.count);
      parcel_.bodies.insert(parcel_.bodies.end(), bodies.begin(), bodies.end());
      if (branches_.softenings.empty()) return;
      const auto softenings = std::span(branches_.softenings).subspan(cell.first, cell.count);
      parcel_.softenings.insert(parcel_.softenings.end(), softenings.begin(), softenings.end());
      return;
    }
    for (std::int32_t child = c + 1; child < cell.next; child = branches_.cells[child].next)
      opens(child) ? append_opened(child) : append(branches_, keys_, child, parcel_);
    parcel_.cells[here].below = static_cast<std::int32_t>(parcel_.cells.size() - here - 1);
  }

 private:
  bool opens(std::int32_t c, const Walkers& walkers) const {
    return may_open(branches_.cells[c], branches_.boxes[c], walkers, reach_, branches_.root.side);
  }

  const Tree<double>& branches_;
  std::span<const std::uint64_t> keys_;
  std::span<const Walkers> walkers_;
  const Reach& reach_;
  Parcel& parcel_;
  std::size_t last_ = 0;
};

}  // namespace

Parcel essential(const Tree<double>& branches, std::span<const std::uint64_t> keys,
                 std::span<const Walkers> walkers, const Reach& reach) {
  Parcel parcel;
  Pruning pruning(branches, keys, walkers, reach, parcel);
  for (std::int32_t c = 0; c < branches.size(); c = branches.cells[c].next)
    if (pruning.opens(c)) pruning.append_opened(c);
  return parcel;
}

Parcel roots_of(const Tree<double>& branches, std::span<const std::uint64_t> keys, int rank) {
  Parcel roots;
  for (std::int32_t c = 0; c < branches.size(); c = branches.cells[c].next) {
    append(branches, keys, c, roots);
    roots.cells.back().rank = rank;
  }
  return roots;
}

namespace {

/// Part k of every parcel to rank k.
template <typename T>
void carry(std::vector<T> Parcel::*part, std::vector<Parcel>& to, Ranks& ranks,
           std::vector<Parcel>& from) {
  std::vector<std::vector<T>> parts;
  for (Parcel& parcel : to) parts.push_back(std::move(parcel.*part));
  parts = ranks.all_to_all(parts);
  for (std::size_t r = 0; r < from.size(); ++r) from[r].*part = std::move(parts[r]);
}

}  // namespace

Imported exchange_essentials(const Tree<double>& branches, std::span<const std::uint64_t> keys,
                             std::span<const Walkers> walkers, const Reach& reach,
                             const MomentsRule& rule, bool own_softenings, int threads,
                             Ranks& ranks, Tree<double>& whole) {
  const auto size = static_cast<std::size_t>(ranks.size());
  const std::vector<Walkers> all_walkers = ranks.all_gather(walkers);
  Parcel roots = roots_of(branches, keys, ranks.rank());
  roots.cells = ranks.all_gather(std::span<const SentCell>(roots.cells));
  if (rule.quadrupole)
    roots.quadrupoles = ranks.all_gather(std::span<const Quadrupole<double>>(roots.quadrupoles));

  std::vector<Parcel> to(size), from(size);
  auto first = all_walkers.begin();
  for (std::size_t r = 0; r < size; ++r) {
    const auto last = std::find_if(first, all_walkers.end(), [&](const Walkers& w) {
      return w.rank != static_cast<std::int64_t>(r);
    });
    if (static_cast<int>(r) != ranks.rank())
      to[r] = essential(branches, keys, std::span(first, last), reach);
    first = last;
  }
  carry(&Parcel::cells, to, ranks, from);
  if (rule.quadrupole) carry(&Parcel::quadrupoles, to, ranks, from);
  carry(&Parcel::bodies, to, ranks, from);
  if (own_softenings) carry(&Parcel::softenings, to, ranks, from);

  Imported imported;
  imported.above = graft(branches, roots, from, rule, ranks.rank(), whole);
  set_opening(rule, threads, whole);
  for (const Parcel& parcel : from) {
    imported.cells += static_cast<std::int64_t>(parcel.cells.size());
    imported.bodies += static_cast<std::int64_t>(parcel.bodies.size());
  }
  return imported;
}

}  // namespace tycho::tree
