// One stage of one run as a Google Benchmark.
#pragma once

#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "harness/case/plan.hpp"
#include "harness/measure/backends.hpp"

namespace tycho::bench {

class StageBenchmark {
 public:
  /// The algorithm of the last run, kept loaded: its stages are benchmarked one after another.
  struct Cache {
    std::string run;
    std::unique_ptr<Algorithm> algorithm;
  };

  StageBenchmark(const cases::RunSpec& run, int stage, const measure::Backends& backends,
                 Cache& cache)
      : run_(&run), stage_(stage), backends_(&backends), cache_(&cache) {}

  std::string name() const;
  /// One iteration is a batch of calls; its manual time is the mean of one call.
  void operator()(benchmark::State& state) const;

 private:
  Algorithm& loaded() const;

  const cases::RunSpec* run_;
  int stage_;
  const measure::Backends* backends_;
  Cache* cache_;
};

}  // namespace tycho::bench
