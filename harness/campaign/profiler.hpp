// One run under Nsight Compute or Nsight Systems, with the stages' NVTX ranges as filter.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tycho::campaign {

/// Nsight Compute looks into kernels, Nsight Systems at when each kernel ran.
inline constexpr std::string_view kNsightCompute = "ncu", kNsightSystems = "nsys";

/// The program of this name in the first folder of `path` (as in $PATH) that has one.
std::optional<std::filesystem::path> find_program(std::string_view name, const std::string& path);

struct ProfileRequest {
  std::string tool;                 // kNsightCompute or kNsightSystems
  std::filesystem::path program;    // path of the tool; only its name where it is not installed
  std::vector<std::string> stages;  // whose ranges are looked at
  bool all_stages = true;           // `stages` are all there are
  std::filesystem::path report;     // without ending: the tool adds its own
  std::vector<std::string> child;   // the command that runs under the tool
};

/// The whole command. Nsight Compute serializes and repeats every kernel it looks into, so only
/// the first launches within the stages are looked into: four for each stage asked for, counted
/// over all of these stages and over as many steps as it takes. The first steps of a run are like
/// all others.
std::vector<std::string> profiler_command(const ProfileRequest& request);

/// Runs a command on this terminal and waits. Returns its exit code, 128 plus the signal's number
/// where a signal ended it, or 127 where it could not be started.
int run_in_foreground(const std::vector<std::string>& command);

}  // namespace tycho::campaign
