// What a baseline remembers of the processes that were ever promoted to it: their medians, from
// which `compare` learns how far processes of one program lie apart.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/result/result.hpp"

namespace tycho::compare {

/// The median time of a stage.
struct PastStage {
  std::string method;
  double step_s = 0;
};

/// One run as one process measured it. Of a run with visits each is one, those left out as well.
/// The step may be a mean (mean_step.hpp); files from before 19 November 2026 have a median there.
struct PastProcess {
  std::string started;
  double step_s = 0;
  std::map<std::string, PastStage> stages;

  /// No two processes begin in the same second and take the same time to the last digit.
  bool is(const result::RunRecord& run) const;
  friend bool operator==(const PastProcess& a, const PastProcess& b) {
    return a.started == b.started && a.step_s == b.step_s;
  }
};

/// The processes of one paper that were promoted together: of one program on one machine, so what
/// they differ by is not a change of the program.
struct PastPromotion {
  std::string promoted;  // YYYY-MM-DD
  std::string paper, machine;
  std::map<std::string, std::vector<PastProcess>> runs;  // by id
};

/// The file in a baseline's folder that holds them.
inline constexpr const char* kProcessesFile = "processes.json";
/// Of a paper, the oldest are forgotten beyond this number.
inline constexpr std::size_t kMostPromotions = 20;

/// Runs that were measured more than once; what is measured once says nothing of a spread.
PastPromotion remember(const std::vector<const result::Result*>& measured,
                       const std::string& promoted);

/// None where the folder has no such file. Throws UsageError naming file, JSON pointer and what is
/// allowed.
std::vector<PastPromotion> read_past(const std::filesystem::path& baseline);

/// Throws result::WriteError.
void write_past(const std::filesystem::path& baseline, std::vector<PastPromotion> past);

}  // namespace tycho::compare
