// Which stages were counted otherwise when a run was made: its flops and bytes were right by the
// contract of that day, and are not held to today's.
#pragma once

#include <string>
#include <string_view>

namespace tycho::verify {

struct FormerCount {
  std::string_view algorithm, stage;
  std::string_view until;  // runs that began before this instant, as `started` is written
  std::string_view reason;
};

inline constexpr FormerCount kFormerCounts[] = {
    {"barnes_hut", "sort", "2026-11-18T10:00", "bodies are moved too, and are in double"},
    {"barnes_hut", "kick", "2026-11-18T10:00", "bodies are in double whatever the walk is in"},
    {"barnes_hut", "drift", "2026-11-18T10:00", "bodies are in double whatever the walk is in"},
};

/// Null: counted as today.
inline const FormerCount* former_count(std::string_view algorithm, std::string_view stage,
                                       std::string_view started) {
  for (const FormerCount& former : kFormerCounts)
    if (former.algorithm == algorithm && former.stage == stage && started < former.until)
      return &former;
  return nullptr;
}

}  // namespace tycho::verify
