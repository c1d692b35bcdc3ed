#include "harness/library/problem.hpp"

namespace tycho::library {

namespace {

// Cells are opened until the reference's forces are good to 1e-4: a force that lacks one body of
// 257 stands above three times that.
constexpr double kTheta = 0.3, kThetaOfTruth = 1e-6;

constexpr Problem kProblems[] = {
    {"all_pairs"},
    {"barnes_hut", [](Settings& settings) { settings.set("theta", kTheta); },
     [](Settings& settings) { settings.set("theta", kThetaOfTruth); }},
    // Steps of the bodies' own are chosen by rules that a library may have of its own; with one
    // step for all there is one answer.
    {"hermite", [](Settings& settings) { settings.set("steps", std::string_view("shared")); },
     [](Settings&) {}, 8, 0.4}};

}  // namespace

std::optional<Problem> problem_of(std::string_view contract) {
  for (const Problem& problem : kProblems)
    if (problem.contract == contract) return problem;
  return std::nullopt;
}

std::string_view tried_contracts() { return "all_pairs, barnes_hut and hermite"; }

}  // namespace tycho::library
