// Why runs of a plan cannot be made on this machine.
#pragma once

#include <string>

#include "harness/case/plan.hpp"

namespace tycho::cli {

/// Why runs cannot be made here; empty: they can.
struct Missing {
  std::string cuda, ranks;
  bool asked_for_ranks = false;  // by name: what is for a cluster is run then
  bool keeps_states = false;     // in checkpoints

  std::string of(const cases::RunSpec& run) const;
  /// Whether that is the machine's memory.
  bool is_memory(const cases::RunSpec& run) const;

 private:
  /// Only what the machine could not hold if nothing else were in its memory: how much of it is
  /// free when the run's turn comes, the run's own process finds out.
  std::string room(const cases::RunSpec& run) const;
};

}  // namespace tycho::cli
