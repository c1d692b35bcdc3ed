#include "harness/result/google_benchmark.hpp"

namespace tycho::result {

BenchmarkContext context_of(const Provenance& provenance) {
  BenchmarkContext context;
  context.date = provenance.date;
  context.executable = "tycho";
  context.num_cpus = provenance.processor.cores;
  context.mhz_per_cpu = static_cast<int>(provenance.processor.clock_mhz);
  context.caches.emplace();
  context.library_build_type = provenance.build.type == "Debug" ? "debug" : "release";
  return context;
}

std::vector<Benchmark> benchmarks_of(const std::vector<RunRecord>& runs) {
  std::vector<Benchmark> benchmarks;
  int family = 0;
  for (const RunRecord& run : runs) {
    if (!run.timing) continue;
    int instance = 0;
    const auto add = [&](const std::string& what, const Statistics& step_s) {
      Benchmark one;
      one.name = run.id + "/" + what;
      one.family_index = family;
      one.per_family_instance_index = instance++;
      one.run_name = one.name;
      one.repetitions = 1;
      one.repetition_index = 0;
      one.threads = run.threads;
      one.iterations = static_cast<std::int64_t>(step_s.samples.size());
      one.real_time = one.cpu_time = step_s.median * 1e9;
      benchmarks.push_back(std::move(one));
    };
    add("step", run.timing->step_s);
    for (const auto& [stage, measured] : run.timing->stages) add(stage, measured.step_s);
    ++family;
  }
  return benchmarks;
}

}  // namespace tycho::result
