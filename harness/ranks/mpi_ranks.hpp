// Ranks over MPI. Only the files of this folder know MPI; the program `tycho` does not link it.
#pragma once

#include <memory>

#include "core/ranks/ranks.hpp"

namespace tycho::ranks {

/// MPI, from its start to its end: one in a program, on its first thread.
class Mpi {
 public:
  Mpi(int& count, char**& words);
  ~Mpi();
  Mpi(const Mpi&) = delete;
  Mpi& operator=(const Mpi&) = delete;

  Ranks& all() { return *all_; }
  /// The node of every rank, numbered in the order of the ranks. All ranks call it.
  std::vector<std::int64_t> nodes();
  /// The version of the MPI library, in its own words, on one line.
  static std::string version();
  /// Ends all ranks. For an error that one rank alone has found.
  [[noreturn]] static void abort(int code);

 private:
  std::unique_ptr<Ranks> all_;
};

}  // namespace tycho::ranks
