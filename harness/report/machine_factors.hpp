// How many times as fast as the first machine each of the others is, stage by stage: of every run
// that two of them made, and of all runs of a variant together.
#pragma once

#include <cmath>
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/report/ceilings.hpp"

namespace tycho::report {

/// Stands where the name of a stage does.
inline const std::string kWholeStep = "whole step";

std::optional<Estimate> time_of(const Run& run, const std::string& stage);
/// Its name among the quantities of a run.
std::string time_name(const std::string& stage);

/// The whole step, then the stages of a run in the order in which a step does them; those that no
/// contract has come last.
std::vector<std::string> stages_in_order(const Run& run);

/// One run, by machine.
using Twins = std::map<std::string, const Run*>;

/// The runs of a paper that several machines may have made.
struct Meeting {
  std::vector<std::string> machines;  // the first is the one that others are compared with
  std::vector<std::string> ids;       // of the runs that two or more made, in order
  std::map<std::string, Twins> runs;  // by id
};
Meeting meeting_of(const std::string& paper, const Evidence& evidence);

/// How many times as fast as the first machine another is in a stage, over all runs of a variant.
struct Factors {
  int runs = 0;         // without those whose times are noisy
  bool untold = false;  // one of them rests on threads that nobody bound to cores
  double log_sum = 0, least = HUGE_VAL, most = 0;
  /// Of the ceilings that bind the stage on both machines, of the same runs.
  int bound = 0;
  double ceiling_log_sum = 0;
  std::set<std::string> ceilings;

  void add(double factor);
  void add_ceiling(const Floor& own, const Floor& first);
  /// Geometric means.
  double mean() const { return std::exp(log_sum / runs); }
  double ceiling_mean() const { return std::exp(ceiling_log_sum / bound); }
};

/// What is compared: a stage of a variant.
struct ComparedStage {
  std::string variant, stage, algorithm;
  bool on_gpu = false;
  auto operator<=>(const ComparedStage&) const = default;
};

struct MachineFactors {
  /// The GPU's first; by algorithm and variant, each with its stages in order.
  std::vector<ComparedStage> kinds;
  std::map<ComparedStage, std::map<std::string, Factors>> factors;  // by machine

  /// Whether a ceiling is known of any stage on two machines.
  bool probed() const;
};
MachineFactors compare_machines(const Meeting& meeting, const Evidence& evidence);

}  // namespace tycho::report
