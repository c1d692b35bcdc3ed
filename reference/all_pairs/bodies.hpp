// The bodies of the CPU side, and the stages that work on them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/ranks/share.hpp"

namespace tycho::reference::all_pairs {

template <typename Real>
struct Bodies {
  std::vector<Real> mass;  // in mass_unit
  std::vector<Real> x, y, z;
  std::vector<Real> vx, vy, vz;
  std::vector<Real> ax, ay, az;
  Real mass_unit = 1;  // a power of two; accelerations are multiplied by it once they are summed

  std::size_t size() const { return mass.size(); }
};

// A rank has all bodies, and moves its share of them.

/// a_i = sum_j m_j r_ij / (r_ij^2 + eps^2)^(3/2): every pair twice, one body a loop turn.
template <typename Real>
void force(Bodies<Real>& bodies, const Share& share, Real softening, int threads);

/// The same, every pair once: F_ij = -F_ji. One thread and one rank, as bertinelli2025 times it.
template <typename Real>
void force_symmetric(Bodies<Real>& bodies, Real softening);

/// The same, as fast as this CPU does it: vectors over j, threads over blocks of i, partial sums.
template <typename Real>
void force_best(Bodies<Real>& bodies, const Share& share, Real softening, int targets, int threads);

/// v += (dt/2) a
template <typename Real>
void kick(Bodies<Real>& bodies, const Share& share, Real half_step, int threads);

/// x += dt v
template <typename Real>
void drift(Bodies<Real>& bodies, const Share& share, Real step, int threads);

}  // namespace tycho::reference::all_pairs
