// Which slot has an index, kept on the host, so that kernels need not compare indices pair by pair.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tycho::gpu::hermite {

class SlotIndex {
 public:
  void resize(std::size_t slots) { index_.resize(slots, -1); }
  /// Clients keep a slot's index for long; only a change of it costs anything.
  void set(std::int32_t slot, std::int32_t index) {
    if (index_[slot] == index) return;
    index_[slot] = index;
    stale_ = true;
  }
  /// The slot that has this index; -1 where none has, and for the index -1, which equals none.
  std::int32_t slot_of(std::int32_t index);
  /// Whether some index stands in more than one slot.
  bool ambiguous();

 private:
  void rebuild();

  std::vector<std::int32_t> index_;  // of each slot
  bool stale_ = false, ambiguous_ = false;
  std::int32_t least_ = 0;
  std::vector<std::int32_t> dense_;                        // by index - least_, where that is short
  std::unordered_map<std::int32_t, std::int32_t> sparse_;  // elsewhere
};

}  // namespace tycho::gpu::hermite
