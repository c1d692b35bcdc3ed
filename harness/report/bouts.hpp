// The best GPU code and the three CPU programs beside it, size by size: one plain thread,
// nearest to what the papers timed, all threads plain, and the best code on all threads.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/report/load.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

struct Rival {
  const char* name;
  Selector Contest::*select;
};
inline constexpr std::array<Rival, 3> kRivals{{{"one plain thread", &Contest::one_thread},
                                               {"all threads", &Contest::all_threads},
                                               {"best SIMD code, all threads", &Contest::simd}}};

/// One contest at one size on one machine; null is what did not run there.
struct Bout {
  std::int64_t n = 0;
  std::shared_ptr<const Machine> machine;
  const Run* best = nullptr;
  std::array<const Run*, kRivals.size()> rivals{};
  bool of_several = false;  // a column could hold another run of this size

  /// How many of the CPU programs ran.
  int rivals_there() const;
};

/// All bouts of a contest, by machine and by size. A GPU is held against the CPU beside it, never
/// against another machine's. The runs are those of `evidence`, with `estimates` also those that
/// were not made.
std::vector<Bout> bouts_of(const Contest& contest, const std::string& paper,
                           const Evidence& evidence, bool estimates);

/// What a time of a contest is of, where the paper's file says it of an interval whose start no
/// result has.
std::string way_of(const Contest& contest, const Run& run, const std::string& quantity);

}  // namespace tycho::report
