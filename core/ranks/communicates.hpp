// Whether an algorithm can run on several ranks: what goes between ranks is a stage of its own, so
// that its share is timed, and an algorithm without such a stage runs on one.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "core/contract.hpp"

namespace tycho {

/// Particles that change their owner; what others need of this rank's; a mesh turned from slabs
/// along one axis to slabs along another; rows at the edge of a slab.
inline constexpr std::array<std::string_view, 4> kCommunicationStages{"migrate", "exchange",
                                                                      "transpose", "guard"};

inline bool is_communication(std::string_view stage) {
  return std::find(kCommunicationStages.begin(), kCommunicationStages.end(), stage) !=
         kCommunicationStages.end();
}

inline bool communicates(const Contract& contract) {
  return std::any_of(contract.stages.begin(), contract.stages.end(),
                     [](const Stage& stage) { return is_communication(stage.id); });
}

}  // namespace tycho
