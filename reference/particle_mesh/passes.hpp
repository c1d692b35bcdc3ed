// The step of loop = best: a sort of the particles now and then, one pass over them to the density,
// and one from the solution of the Poisson equation to new velocities and positions.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/particle_mesh/mesh.hpp"
#include "reference/particle_mesh/slabs.hpp"

namespace tycho::reference::particle_mesh {

/// Sorts particles by their cells, so that neighbours in memory meet in the mesh.
template <typename Real>
class Reorder {
 public:
  Reorder(int n, int threads)
      : n_(n), threads_(threads), slabs_(n, threads), buckets_(slabs_, threads) {}

  /// To be called when particles have been loaded, before the first sort().
  void start(std::size_t particles);
  void sort(Stars<Real>& stars);

  /// Values as the particles were loaded, from the order they are in now.
  template <typename Value>
  std::vector<double> as_loaded(const std::vector<Value>& values) const {
    std::vector<double> out(values.size());
    for (std::size_t p = 0; p < values.size(); ++p) out[loaded_as_[p]] = values[p];
    return out;
  }

 private:
  /// out[p] = values[from_[p]]
  template <typename Value>
  void take(std::vector<Value>& values, std::vector<Value>& scratch) const;

  int n_, threads_;
  Slabs slabs_;
  Buckets buckets_;
  std::vector<std::uint32_t> loaded_as_, from_, moved_;
  std::vector<Real> scratch_;
  std::vector<std::vector<std::uint32_t>> next_;  // by slab and cell
};

/// From positions to histogram and density.
template <typename Real>
class Deposit {
 public:
  Deposit(int n, Cloud cloud, int threads);

  void to_density(const Stars<Real>& stars, Mesh<Real>& mesh, Real factor);

 private:
  void count(const Stars<Real>& stars, Mesh<Real>& mesh, Real factor);
  template <Cloud kCloud>
  void add_clouds(const Stars<Real>& stars, Mesh<Real>& mesh, Real factor);

  Cloud cloud_;
  int threads_;
  Slabs slabs_;
  Buckets buckets_;
  // By slab: the planes below and above it, which clouds reach into.
  std::vector<std::vector<Real>> below_, above_;
};

/// From the solution to velocities and positions.
template <typename Real>
class Mover {
 public:
  Mover(int n, Cloud cloud, Boundary boundary, int threads);

  struct Factors {
    Real potential;  // from the solution to the potential
    Real kick, drift;
  };
  void move(Stars<Real>& stars, const std::vector<Real>& solution, const Factors& factors);

 private:
  struct Pull {
    Real x, y, z;
  };
  /// The solution with a layer of cells around the box, so that differences need no conditions.
  void surround(const std::vector<Real>& solution);
  void move_in_cells(Stars<Real>& stars, const Factors& factors);
  template <Cloud kCloud>
  void move_in_clouds(Stars<Real>& stars, const Factors& factors);

  int n_;
  Cloud cloud_;
  Boundary boundary_;
  int threads_;
  std::vector<Real> around_;  // (n + 2)^3
  std::vector<Pull> pull_;    // of clouds: the acceleration, n^3
};

}  // namespace tycho::reference::particle_mesh
