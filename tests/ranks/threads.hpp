// Ranks that are threads of one process: the same calls as over MPI, with sanitizers, faults on
// purpose and any number of ranks.
#pragma once

#include <functional>
#include <stdexcept>

#include "core/ranks/ranks.hpp"

namespace tycho::test {

/// Thrown on the other ranks where one has thrown, or has not come within the patience.
class RankLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a fault does to the data on their way, before `to` has them.
using Tamper = std::function<void(int from, int to, std::span<std::byte> data)>;

struct AsThreads {
  int size = 1;
  double patience_s = 60;  // until a rank that does not come is given up
  Tamper tamper{};
};

/// Runs the body once a rank, each on a thread of its own, and waits for all. Throws what the
/// first rank to fail threw.
void run_as_threads(const AsThreads& how, const std::function<void(Ranks&)>& body);

}  // namespace tycho::test
