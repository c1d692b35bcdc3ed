// One cluster of the GRAPE-6 library, as a client sees it: only the interface's symbols are called,
// in the Fortran form. Errors are thrown.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/formulas/hermite.hpp"
#include "g6/client/symbols.hpp"

namespace tycho::g6::client {

/// How the library is to work, given to it through its environment variables.
struct Engine {
  std::string name;       // auto, cpu or cuda
  std::string precision;  // of the cuda engine
  int threads = 0;        // of the cpu engine; 0: as the environment has it
  std::string library{};  // a GRAPE-6 library by others; empty: this project's
};

/// A block of particles to be pulled, and what came of it, as arrays of the interface.
struct Block {
  std::vector<int> index;
  std::vector<double> x, v;       // three for each particle
  std::vector<double> acc, jerk;  // likewise
  std::vector<double> pot;
  std::vector<int> neighbour;

  std::size_t size() const { return index.size(); }
  void resize(std::size_t n);
};

class Grape {
 public:
  /// Opens a cluster of a number that no other has. A library by others has one, whatever the
  /// number: there must be no second.
  explicit Grape(const Engine& engine);
  ~Grape();
  Grape(const Grape&) = delete;
  Grape& operator=(const Grape&) = delete;

  /// A particle at its own time; its index is its address.
  void send(int address, double t, double dt, double mass, const Vec3<double>& x,
            const Vec3<double>& v, const Vec3<double>& acc, const Vec3<double>& jerk,
            const Vec3<double>& snap);
  void set_time(double t);
  /// Forces of particles 0 .. count - 1 on the block, as many at a time as there are pipes.
  void pull(int count, double softening_sq, Block& block);

  /// Whether no other cluster can be open beside it.
  bool alone() const { return !g6_.codes; }

 private:
  double* no_neighbours(int ni);

  const Symbols& g6_;
  int cluster_;
  int pipes_;
  std::vector<double> h2_;
};

}  // namespace tycho::g6::client
