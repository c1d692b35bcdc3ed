#include "gpu/hermite/slot_index.hpp"

#include <algorithm>

namespace tycho::gpu::hermite {

std::int32_t SlotIndex::slot_of(std::int32_t index) {
  if (stale_) rebuild();
  if (index == -1) return -1;
  if (!dense_.empty()) {
    const std::int64_t entry = std::int64_t{index} - least_;
    return entry >= 0 && entry < static_cast<std::int64_t>(dense_.size()) ? dense_[entry] : -1;
  }
  const auto found = sparse_.find(index);
  return found == sparse_.end() ? -1 : found->second;
}

bool SlotIndex::ambiguous() {
  if (stale_) rebuild();
  return ambiguous_;
}

void SlotIndex::rebuild() {
  stale_ = ambiguous_ = false;
  dense_.clear();
  sparse_.clear();
  if (index_.empty()) return;
  const auto [low, high] = std::minmax_element(index_.begin(), index_.end());
  least_ = *low;
  const std::int64_t range = std::int64_t{*high} - *low + 1;
  const bool dense = range <= 8 * static_cast<std::int64_t>(index_.size()) + 1024;
  if (dense) dense_.assign(range, -1);
  for (std::size_t slot = 0; slot < index_.size(); ++slot) {
    if (index_[slot] == -1) continue;
    std::int32_t& found = dense ? dense_[std::int64_t{index_[slot]} - least_]
                                : sparse_.try_emplace(index_[slot], -1).first->second;
    ambiguous_ |= found != -1;
    found = static_cast<std::int32_t>(slot);
  }
}

}  // namespace tycho::gpu::hermite
