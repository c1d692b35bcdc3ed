// How the made-up management library answers.
#pragma once

namespace tycho::fake_nvml {

inline constexpr unsigned kNoInit = 1, kNoDevice = 2;  // these fail
inline constexpr unsigned kNoCalls = 4;                // every question fails
inline constexpr unsigned kNoFields = 8, kNoEnergy = 16;
inline constexpr unsigned kThrottled = 32;  // the power limit slows the device down

}  // namespace tycho::fake_nvml

extern "C" void fake_nvml_answers(unsigned how);
