// Which stages were counted otherwise when a run was made: its flops and bytes were right by the
// contract of that day, and are not held to today's.
#pragma once

#include <string_view>

#include "core/contract.hpp"
#include "core/settings.hpp"

namespace tycho::verify {

/// Null: counted as today.
inline const FormerCount* former_count(const Settings& settings, std::string_view stage,
                                       std::string_view started) {
  for (const FormerCount& former : settings.contract().former_counts)
    if (former.stage == stage && started < former.until && (!former.of || former.of(settings)))
      return &former;
  return nullptr;
}

}  // namespace tycho::verify
