// What an evaluation works on: views, no ownership.
#pragma once

#include "gpu/hermite/forms.hpp"

namespace tycho::gpu::hermite {

/// A number that the host knows, or that a kernel before left in device memory.
struct Count {
  const int* there = nullptr;
  int value = 0;
  TYCHO_HOST_DEVICE int operator()() const { return there ? *there : value; }
};

/// The bodies that pull, in one of the forms of forms.hpp. Word w of body j is words[w stride + j].
struct Sources {
  const Word* words = nullptr;
  std::int64_t stride = 0;
  int count = 0;
};

struct Job {
  Sources sources;
  const Target* targets = nullptr;
  Count count;  // of targets
  double softening_sq = 0;
  /// Whether some index stands in more than one slot, so that Target::slot does not tell which pair
  /// to skip.
  bool by_index = false;
  /// Where the results go, be it in mapped host memory; null: to the evaluation's own.
  Result* results = nullptr;
  /// Targets that the work is shared out as for: of a rank's share of a block, the whole block, so
  /// that each sum is made as on one rank; 0: the targets that there are.
  int planned = 0;

  int planned_targets() const { return planned > 0 ? planned : count.value; }
};

}  // namespace tycho::gpu::hermite
