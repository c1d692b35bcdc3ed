// How the made-up management library answers.
#pragma once

namespace tycho::fake_nvml {

inline constexpr unsigned kNoInit = 1, kNoDevice = 2;  // these fail
inline constexpr unsigned kNoCalls = 4;                // every question fails
inline constexpr unsigned kNoFields = 8, kNoEnergy = 16;
inline constexpr unsigned kThrottled = 32;  // the power limit slows the device down

// The device that NVML counts as its second, and CUDA as its first, since it is faster.
inline constexpr const char* kSecondBusId = "0000:81:00.0";
inline constexpr unsigned kSecondClock = 1900;

}  // namespace tycho::fake_nvml

extern "C" void fake_nvml_answers(unsigned how);
