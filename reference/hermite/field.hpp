// The bodies that pull, all at one time, and what they do to a block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/force_engine.hpp"

namespace tycho::reference::hermite {

struct Field {
  std::vector<double> mass;
  std::vector<double> x, y, z;
  std::vector<double> vx, vy, vz;
  std::vector<std::int32_t> index;

  std::size_t size() const { return mass.size(); }
  /// New entries are bodies of no mass with the index -1.
  void resize(std::size_t n);
  Vec3<double> position(std::size_t j) const { return {x[j], y[j], z[j]}; }
  Vec3<double> velocity(std::size_t j) const { return {vx[j], vy[j], vz[j]}; }
  void set(std::size_t j, const Vec3<double>& at, const Vec3<double>& velocity);
};

/// Force, jerk, potential and nearest neighbour of every body of the block, from the first nj of
/// the field: one body a loop turn.
void evaluate(const Field& field, std::size_t nj, std::span<const IBody> block, double softening_sq,
              int threads, std::span<Force> forces);

/// The same, as fast as this CPU does it: vectors over j, threads over blocks of i and, where these
/// are few, over parts of j. The parts, and with them the rounding, follow from `whole_block`, of
/// which `block` may be a part, and from `targets`: the bodies of a register block, 0 for what
/// suits the instruction set.
void evaluate_best(const Field& field, std::size_t nj, std::span<const IBody> block,
                   std::size_t whole_block, double softening_sq, int targets, int threads,
                   std::span<Force> forces);

}  // namespace tycho::reference::hermite
