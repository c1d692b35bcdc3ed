// How the library was asked to work: environment variables first, then the file that
// TYCHO_G6_CONFIG names, then OMP_NUM_THREADS for the threads, then defaults.
#pragma once

#include <string>
#include <vector>

namespace tycho::g6 {

inline constexpr int kMostPipes = 16384;

struct Configuration {
  std::string engine = "auto";   // auto, cpu, cuda
  std::string precision = "ds";  // of the cuda engine: fp32, ds, fp64
  int pipes = kMostPipes;
  int threads = 0;        // of the cpu engine; 0: all
  int neighbours = 1024;  // the longest neighbour list of one particle
  bool quiet = false;

  friend bool operator==(const Configuration&, const Configuration&) = default;
};

/// Asks the environment now. A value that is not allowed leaves the next source or the default in
/// force and is complained about, one line each.
Configuration read_configuration(std::vector<std::string>& complaints);

}  // namespace tycho::g6
