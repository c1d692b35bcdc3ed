// tycho_bench: every stage of every run of the cases as a Google Benchmark, named
// <run id>/<stage>, with the time of one call from the backend's own clock.
//
//   tycho_bench --benchmark_filter='force_rate/.*/force' --benchmark_out=stages.json
//   tycho_bench --suite=smoke --benchmark_list_tests
#include <benchmark/benchmark.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "harness/backends/for_runs.hpp"
#include "harness/backends/list.hpp"
#include "harness/bench/stage_benchmark.hpp"
#include "harness/cli/select.hpp"

namespace {

// An iteration is a batch of calls and reports the time of one. Google Benchmark would go on until
// the reported times add up to half a second, which for a short stage never comes: the number of
// batches is fixed, and --benchmark_repetitions gives more.
constexpr int kBatches = 11;

// Takes --suite=NAME out of the arguments, since Google Benchmark refuses what it does not know.
std::string take_suite(int& argc, char** argv) {
  const std::string flag = "--suite=";
  std::string suite = "quick";
  char** const end = std::remove_if(argv + 1, argv + argc, [&](const char* word) {
    const std::string argument = word;
    if (argument.rfind(flag, 0) != 0) return false;
    suite = argument.substr(flag.size());
    return true;
  });
  argc = static_cast<int>(end - argv);
  return suite;
}

}  // namespace

int main(int argc, char** argv) try {
  using namespace tycho;
  cases::PlanOptions options;
  options.suite = take_suite(argc, argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;

  const std::vector<const Contract*> algorithms = backends::contracts();
  const std::string everything = "all";
  const std::vector<cases::Case> cases =
      cli::select_cases(std::span(&everything, 1), "", algorithms);
  std::vector<cases::RunSpec> runs = cases::plan(cases, algorithms, options);
  // This program is one process.
  std::erase_if(runs, [](const cases::RunSpec& run) { return run.ranks > 0; });
  const measure::Backends available = backends::for_runs();
  bench::StageBenchmark::Cache cache;
  for (const cases::RunSpec& run : runs)
    for (int stage = 0; stage < static_cast<int>(run.settings.contract().stages.size()); ++stage) {
      const bench::StageBenchmark body(run, stage, available, cache);
      benchmark::RegisterBenchmark(body.name().c_str(),
                                   [body](benchmark::State& state) { body(state); })
          ->UseManualTime()
          ->Iterations(kBatches)
          ->Unit(benchmark::kMicrosecond);
    }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
} catch (const std::exception& error) {
  std::cerr << "tycho_bench: " << error.what() << std::endl;
  return 2;
}
