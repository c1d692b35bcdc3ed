// What a contract says that a run needs in memory is what the CPU side takes: never less, so that a
// run which does not fit is refused before it begins, and not so much more that one which fits is.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/algorithm.hpp"
#include "core/error.hpp"
#include "core/ranks/ranks.hpp"
#include "g6/client/implementations.hpp"
#include "reference/implementations.hpp"
#include "tests/any_problem.hpp"
#include "tests/memory/counted_memory.hpp"

namespace tycho {
namespace {

struct Problem {
  std::vector<std::size_t> particles;  // where there is a mesh: more than cells, and fewer
  std::map<std::string, double> numbers;
  /// The most that may be asked for, in what is taken: bounds of trees are of the worst bodies.
  double most;
  /// Choices that no array depends on, left as they are.
  std::vector<std::string_view> left{};
  /// Whether ranks, be it one, take loops and arrays of their own.
  bool over_ranks = false;
};

const std::map<std::string_view, Problem> kProblems{
    {"all_pairs", {{2003}, {}, 1.5}},
    {"hermite", {{2003}, {{"dt", 0.03125}}, 1.5}},
    {"hermite_library", {{2003}, {{"dt", 0.03125}}, 1.5}},
    {"barnes_hut", {{4001}, {}, 3, {"opening", "order"}}},
    {"tree_pm", {{4001, 211}, {{"grid", 32}}, 3, {"opening", "order", "force", "short_range"}}},
    {"particle_mesh", {{40009, 997}, {{"grid", 32}, {"levels", 0}}, 1.5, {"smoother"}, true}},
    {"pic", {{40009, 997}, {}, 1.75, {}, true}},
};

// What is no array of bodies or cells: plans, lists of levels, headers of allocations.
constexpr std::int64_t kSmall = 256 << 10;

/// Bytes taken by a run of a few steps, with all that is read out of it, and a second load.
std::int64_t taken(const Implementation& implementation, const Settings& settings,
                   const Particles& initial) {
  Particles stored(initial.size());
  const MemoryTaken memory;
  const auto algorithm = implementation.make(settings);
  SilentTimer silent(implementation.contract->stages);
  std::int64_t most = 0;
  for (int load = 0; load < 2; ++load) {
    algorithm->load(initial);
    algorithm->advance(silent);
    for (int store = 0; store < 2; ++store) algorithm->store(stored);
    algorithm->checkpoint();
    most = std::max(most, memory.most());
  }
  for (const char* field : {"density", "potential", "particle_potential", "jerk"})
    algorithm->field(field);
  return std::max(most, memory.most());
}

/// Calls visit(settings, words) for every combination of words on the CPU. FFTW's measured plans
/// lie in the same arrays as others, and take seconds.
void for_each_variant(const Contract& contract, std::size_t index, const Settings& settings,
                      const std::string& words,
                      const std::function<void(const Settings&, const std::string&)>& visit) {
  if (index == contract.choices.size()) return visit(settings, words);
  const Choice& choice = contract.choices[index];
  if (!applies(choice.scope, Backend::kCpu) || choice.name == "planner" ||
      std::ranges::count(kProblems.at(contract.name).left, choice.name) > 0)
    return for_each_variant(contract, index + 1, settings, words, visit);
  for (const std::string_view word : choice.values) {
    Settings chosen = settings;
    chosen.set(choice.name, word);
    for_each_variant(contract, index + 1, chosen, words + " " + std::string(word), visit);
  }
}

void expect_enough(const Implementation& implementation, std::size_t particles) {
  const Contract& contract = *implementation.contract;
  const Problem& problem = kProblems.at(contract.name);
  Setup setup = setup_of(contract.name);
  for (const auto& [name, value] : problem.numbers) setup.numbers[name] = {value};
  Particles initial = particles_of(setup, particles);
  give_masses(contract.name, initial, setup.box * setup.box_y);
  int ran = 0;
  const auto run_all = [&](const Settings& start, const std::string& label) {
    for_each_variant(contract, 0, start, label, [&](Settings settings, std::string words) {
      for (const auto& [name, values] : setup.numbers) try {
          settings.set(name, values.back());
        } catch (const UsageError&) {  // of the other backend
        }
      try {
        const std::int64_t took = taken(implementation, settings, initial);
        const std::int64_t asked =
            contract.memory(settings, static_cast<std::int64_t>(initial.size())).host;
        EXPECT_GE(asked, took) << words;
        EXPECT_LE(static_cast<double>(asked), problem.most * static_cast<double>(took) + kSmall)
            << words;
        ++ran;
      } catch (const UsageError&) {
        // These settings do not go together.
      }
    });
  };
  const std::string name = std::string(contract.name) + " n=" + std::to_string(particles);
  for (const int threads : {1, 3}) {
    Settings settings(contract, Backend::kCpu, threads);
    const std::string label = name + " threads=" + std::to_string(threads);
    run_all(settings, label);
    if (!problem.over_ranks) continue;
    settings.share_among(alone());
    run_all(settings, label + ", one rank");
  }
  EXPECT_GT(ran, 0);
}

class MemoryNeedOnCpu : public ::testing::TestWithParam<std::string_view> {};

TEST_P(MemoryNeedOnCpu, IsWhatIsTaken) {
  for (const auto& implementations : {reference::implementations(), g6::client::implementations()})
    for (const Implementation& implementation : implementations)
      if (implementation.contract->name == GetParam()) {
        for (const std::size_t particles : kProblems.at(GetParam()).particles)
          expect_enough(implementation, particles);
        return;
      }
  FAIL() << "no such algorithm";
}

INSTANTIATE_TEST_SUITE_P(Algorithms, MemoryNeedOnCpu,
                         ::testing::Values("all_pairs", "hermite", "hermite_library", "barnes_hut",
                                           "tree_pm", "particle_mesh", "pic"),
                         [](const auto& of) { return std::string(of.param); });

}  // namespace
}  // namespace tycho
