#include "core/fftw_plans.hpp"

#include <utility>

namespace tycho {

FftwPlans& FftwPlans::of_process() {
  static FftwPlans plans;
  return plans;
}

std::optional<FftwFound> FftwPlans::find(const std::string& transform) const {
  const std::lock_guard lock(one_at_a_time_);
  const auto at = found_.find(transform);
  return at == found_.end() ? std::nullopt : std::optional(at->second);
}

void FftwPlans::add(const std::string& transform, const FftwFound& found) {
  const std::lock_guard lock(one_at_a_time_);
  found_[transform] = found;
  if (told_) told_(transform, found);
}

void FftwPlans::tell(Told told) {
  const std::lock_guard lock(one_at_a_time_);
  told_ = std::move(told);
}

}  // namespace tycho
