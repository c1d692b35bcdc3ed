// Which rank has which bodies: Morton's curve is cut between cells of the octree, and each rank has
// what lies between two cuts. No leaf is cut, so that every rank makes whole branches of the tree
// that one rank would make.
//
// The places of the cuts change no result: the sums of a body have one order, on whichever rank it
// is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ranks/ranks.hpp"
#include "core/tree/host_tree.hpp"

namespace tycho::domains {

/// Rank r has the keys from begin[r] up to begin[r + 1]: none where the two are the same.
struct Domains {
  std::vector<std::uint64_t> begin;  // one more than ranks

  int owner(std::uint64_t key) const;
};

/// Greater than every key.
inline constexpr std::uint64_t kEndOfKeys = std::uint64_t{1} << (3 * tree::kDeepestLevel);

/// A body as the cuts see it.
struct Weighted {
  std::uint64_t key;
  std::int64_t weight;  // at least 1
};

/// Cuts the curve into domains of about the same weight, from the bodies that each rank has now, in
/// the order of their keys. A cut is between two cells inside a cell of more than `leaf` bodies.
/// Collective.
Domains split(std::span<const Weighted> mine, int leaf, Ranks& ranks);

/// The largest cells that lie in a domain, as ranges of this rank's sorted keys.
std::vector<tree::KeyRange> branches_of(std::span<const std::uint64_t> keys, const Domains& domains,
                                        int rank);

/// The cube around the bodies of all ranks. Collective.
tree::Cube<double> cube_around_all(std::span<const Vec3<double>> mine, int threads, Ranks& ranks);

}  // namespace tycho::domains
