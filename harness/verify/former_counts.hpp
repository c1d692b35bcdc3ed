// Which stages were counted otherwise when a run was made: its flops and bytes were right by the
// contract of that day, and are not held to today's.
#pragma once

#include <string_view>

#include "core/contract.hpp"

namespace tycho::verify {

/// Null: counted as today.
inline const FormerCount* former_count(const Contract& contract, std::string_view stage,
                                       std::string_view started) {
  for (const FormerCount& former : contract.former_counts)
    if (former.stage == stage && started < former.until) return &former;
  return nullptr;
}

}  // namespace tycho::verify
