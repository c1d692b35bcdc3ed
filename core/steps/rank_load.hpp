// What a tree code over several ranks counts of itself: bodies, imports and traffic of a rank, and
// what all ranks have walked.
#pragma once

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

class RankLoad {
 public:
  /// Counts what comes from other ranks while it lives.
  class Counting {
   public:
    Counting(RankLoad& load, const Ranks& ranks)
        : load_(load), ranks_(ranks), before_(ranks.traffic()) {}
    ~Counting() {
      load_.traffic_.bytes += ranks_.traffic().bytes - before_.bytes;
      load_.traffic_.messages += ranks_.traffic().messages - before_.messages;
    }
    Counting(const Counting&) = delete;
    Counting& operator=(const Counting&) = delete;

   private:
    RankLoad& load_;
    const Ranks& ranks_;
    Traffic before_;
  };

  void forget() {
    traffic_ = {};
    trees_ = 0;
  }
  void count_tree() { ++trees_; }

  /// Brings what all ranks have counted together. Collective.
  void settle(std::size_t bodies, const Imported& imported, const Walked& walked, Ranks& ranks);
  /// By all ranks, as of settle().
  const Walked& walked() const { return walked_; }
  void add_counters(std::map<std::string, double>& counters) const;

 private:
  Traffic traffic_;
  std::int64_t trees_ = 0;
  Walked walked_;
  std::map<std::string, double> counters_;
};

}  // namespace tycho::tree
