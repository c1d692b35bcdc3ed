// What a tree code over several ranks counts of itself: bodies, imports and traffic of a rank, and
// what all ranks have walked.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/ranks/ranks.hpp"
#include "core/tree/essential.hpp"
#include "core/tree/tally.hpp"

namespace tycho::tree {

/// The steps that the bodies of all ranks have chosen. Collective.
Rungs of_all(const Rungs& mine, Ranks& ranks);

/// What each body costs in a whole step: its last walk, as often as it steps.
std::vector<std::int64_t> work_of_a_step(std::span<const std::int64_t> interactions,
                                         std::span<const std::uint8_t> rungs);

/// What ranks send to each other for a step.
enum class Sent { kMigrants, kEssentials, kPositions, kForces };
inline constexpr int kSentKinds = 4;

class RankLoad {
  struct Counted {
    std::int64_t times = 0;
    Traffic traffic;
  };

 public:
  /// Counts what comes from other ranks while it lives. A stage may be repeated to be timed: the
  /// counters are means over its runs.
  class Counting {
   public:
    Counting(RankLoad& load, Sent kind, const Ranks& ranks)
        : counted_(load.counted_[static_cast<std::size_t>(kind)]),
          ranks_(ranks),
          before_(ranks.traffic()) {}
    ~Counting() {
      counted_.times += 1;
      counted_.traffic += ranks_.traffic() - before_;
    }
    Counting(const Counting&) = delete;
    Counting& operator=(const Counting&) = delete;

   private:
    Counted& counted_;
    const Ranks& ranks_;
    Traffic before_;
  };

  void forget() { counted_ = {}; }

  /// Brings what all ranks have counted together. Collective.
  void settle(std::size_t bodies, const Imported& imported, const Walked& walked, Ranks& ranks);
  /// What all ranks have walked, as of settle().
  const Walked& walked() const { return walked_; }
  void add_counters(std::map<std::string, double>& counters) const;

 private:
  std::array<Counted, kSentKinds> counted_;
  Walked walked_;
  std::map<std::string, double> counters_;
};

}  // namespace tycho::tree
