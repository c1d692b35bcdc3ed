// The format of a result, said once: every key, whether it must be there (a std::optional need
// not), and what it may hold. A visitor reads it (reader.hpp), writes it (write_result.cpp) or
// tells it (tests/harness/format_of_results.cpp); a test holds cases/result.schema.json against
// what is told.
#pragma once

#include <type_traits>

#include "harness/result/result.hpp"
#include "harness/result/timing_fields.hpp"

namespace tycho::result {

/// Base as const as T is.
template <typename Base, typename T>
auto& part(T& whole) {
  if constexpr (std::is_const_v<T>)
    return static_cast<const Base&>(whole);
  else
    return static_cast<Base&>(whole);
}

inline constexpr std::string_view kSchemas[] = {kResultSchema, kFormerResultSchema};
inline constexpr std::string_view kSuites[] = {"smoke", "quick", "standard", "full"};
inline constexpr std::string_view kBackends[] = {"cpu", "cuda"};
inline constexpr std::string_view kStatus[] = {"ok", "failed", "skipped"};  // as enum Status
inline constexpr std::string_view kClockSources[] = {"cpufreq", "measured"};
inline constexpr std::string_view kWaits[] = {"active", "passive", "default"};
inline constexpr std::string_view kMemoryPolicies[] = {"first touch", "interleaved", "other"};
inline constexpr std::string_view kTransports[] = {"host", "staged", "cuda_aware"};
inline constexpr Rule kNodes{.least = 0, .fewest = 1};

template <typename Visitor, Is<Processor> T>
void fields(Visitor& visit, T& processor) {
  visit("model", processor.model);
  visit("architecture", processor.architecture);
  visit("cores", processor.cores, at_least(1));
  visit("sockets", processor.sockets, at_least(1));
  visit("threads_per_core", processor.threads_per_core, at_least(1));
  visit("clock_mhz", processor.clock_mhz, kNotNegative);
  visit("memory_bytes", processor.memory_bytes, kNotNegative);
  visit("identity", processor.identity);
  visit("clock_source", processor.clock_source, one_of(kClockSources));
  visit("physical_cores", processor.physical_cores, at_least(1));
  visit("memory_nodes", processor.memory_nodes, at_least(1));
  visit("virtual_machine", processor.virtual_machine);
}

template <typename Visitor, Is<GpuFacts> T>
void fields(Visitor& visit, T& gpu) {
  visit("name", gpu.name);
  visit("sms", gpu.multiprocessors, at_least(1));
  visit("compute_capability", gpu.compute_capability);
  visit("memory_bytes", gpu.memory_bytes, kNotNegative);
  visit("l2_bytes", gpu.l2_bytes, kNotNegative);
  visit("clock_mhz", gpu.clock_mhz, kNotNegative);
  visit("memory_clock_mhz", gpu.memory_clock_mhz, kNotNegative);
  visit("single_to_double", gpu.single_to_double, kNotNegative);
  visit("driver", gpu.driver);
  visit("cuda_driver", gpu.cuda_driver);
  visit("cuda_runtime", gpu.cuda_runtime);
}

template <typename Visitor, Is<BuildInfo> T>
void fields(Visitor& visit, T& build) {
  visit("version", build.version);
  visit("commit", build.commit);
  visit("type", build.type);
  visit("compiler", build.compiler);
  visit("flags", build.flags);
  visit("best_flags", build.best_flags);
  visit("simd_flags", build.simd_flags);
  visit("simd_bits", build.simd_bits, at_least(1));
  visit("contraction", build.contraction);
  visit("cuda_compiler", build.cuda_compiler);
  visit("cuda_flags", build.cuda_flags);
  visit("cuda_architectures", build.cuda_architectures);
  visit("cuda_contraction", build.cuda_contraction);
}

template <typename Visitor, Is<Provenance> T>
void fields(Visitor& visit, T& provenance) {
  visit("machine", provenance.machine, kFilled);
  visit("date", provenance.date, kTime);
  visit("processor", provenance.processor);
  visit.or_null("gpu", provenance.gpu);
  visit("build", provenance.build);
  visit("threads", provenance.threads, at_least(1));
  visit("binding", provenance.binding);
  visit("transfers", provenance.transfers);
  visit("flop_convention", provenance.flop_convention);
}

template <typename Visitor, Is<CutRecord> T>
void fields(Visitor& visit, T& cut) {
  visit("step", cut.step, at_least(1));
  visit("of", cut.of, at_least(1));
  visit("by", cut.by, kFilled);
}

template <typename Visitor, Is<CheckNotJudged> T>
void fields(Visitor& visit, T& check) {
  visit("check", check.name, kFilled);
  visit("reason", check.reason, kFilled);
}

template <typename Visitor, Is<CheckRecord> T>
void fields(Visitor& visit, T& check) {
  visit("check", check.name, kFilled);
  visit("value", check.value, kOrNull);
  visit("limit", check.limit);
  visit("pass", check.pass);
  visit("reason", check.reason, kFilled);
  visit("details", check.details, kOrNull);
}

template <typename Visitor, Is<Curve> T>
void fields(Visitor& visit, T& curve) {
  visit("t", curve.t);
  visit("value", curve.value, kOrNull);
}

template <typename Visitor, Is<Orbits> T>
void fields(Visitor& visit, T& orbits) {
  visit("t", orbits.t, kNotEmpty);
  visit("x", orbits.x, {.null = true, .fewest = 1});
  visit("y", orbits.y, {.null = true, .fewest = 1});
  visit("z", orbits.z, {.null = true, .fewest = 1});
}

template <typename Visitor, Is<PictureLevels> T>
void fields(Visitor& visit, T& levels) {
  visit("least", levels.least, kPositive);
  visit("most", levels.most, kPositive);
  visit("cells", levels.cells, kFilled);
}

template <typename Visitor, Is<PictureRecord> T>
void fields(Visitor& visit, T& picture) {
  visit("t", picture.t);
  visit("side", picture.side, at_least(1));
  visit("value", picture.value, {.null = true, .fewest = 1});
  visit("redshift", picture.redshift);
  visit("levels", picture.levels);
}

template <typename Visitor, Is<SeriesRecord> T>
void fields(Visitor& visit, T& series) {
  visit("orbits", series.orbits);
  visit("pictures", series.pictures, kNotEmpty);
  visit.others(series.curves);
}

template <typename Visitor, Is<DeviceRecord> T>
void fields(Visitor& visit, T& device) {
  visit("clock_before_mhz", device.clock_before_mhz);
  visit("clock_after_mhz", device.clock_after_mhz);
  visit("memory_clock_before_mhz", device.memory_clock_before_mhz);
  visit("memory_clock_after_mhz", device.memory_clock_after_mhz);
  visit("temperature_before_c", device.temperature_before_c);
  visit("temperature_after_c", device.temperature_after_c);
  visit("power_before_w", device.power_before_w);
  visit("power_after_w", device.power_after_w);
  visit("samples", device.samples, kNotNegative);
  visit("clock_mean_mhz", device.clock_mhz.mean);
  visit("clock_min_mhz", device.clock_mhz.least);
  visit("clock_max_mhz", device.clock_mhz.most);
  visit("memory_clock_mean_mhz", device.memory_clock_mhz.mean);
  visit("memory_clock_min_mhz", device.memory_clock_mhz.least);
  visit("memory_clock_max_mhz", device.memory_clock_mhz.most);
  visit("temperature_mean_c", device.temperature_c.mean);
  visit("temperature_min_c", device.temperature_c.least);
  visit("temperature_max_c", device.temperature_c.most);
  visit("power_mean_w", device.power_w.mean);
  visit("power_min_w", device.power_w.least);
  visit("power_max_w", device.power_w.most);
  visit("throttle_reasons", device.throttle_reasons);
  visit("joules_per_step", device.joules_per_step);
  visit("energy_span_s", device.energy_span_s);
  visit("processor_joules_per_step", device.processor_joules_per_step, kNotNegative);
  visit("memory_joules_per_step", device.memory_joules_per_step, kNotNegative);
  visit("processor_energy_span_s", device.processor_energy_span_s, kNotNegative);
  visit("processor_energy_absent", device.processor_energy_absent, kFilled);
  visit("other_cores", device.other_cores);
  visit("stolen_cores", device.stolen_cores, kNotNegative);
  visit("core_gops", device.core_gops, kNotNegative);
  visit("core_gops_least", device.core_gops_least, kNotNegative);
  visit("cache_ns", device.cache_ns, kNotNegative);
  visit("held_back_s", device.held_back_s, kNotNegative);
  visit("bound_to", device.bound_to, kNotNegative);
  visit("wait", device.wait, one_of(kWaits));
  visit("memory", device.memory, one_of(kMemoryPolicies));
}

template <typename Visitor, Is<ProcessesRecord> T>
void fields(Visitor& visit, T& processes) {
  visit("launcher", processes.launcher, kFilled);
  visit("mpi", processes.mpi, kFilled);
  visit("transport", processes.transport, one_of(kTransports));
  visit("nodes", processes.nodes, kNodes);
  visit("devices", processes.devices, kNodes);
  visit("shared_device", processes.shared_device);
  visit("messages", processes.messages, kNotNegative);
  visit("bytes", processes.bytes, kNotNegative);
  visit("counters", processes.counters, kOrNull);
}

template <typename Visitor, Is<TunedSettings> T>
void fields(Visitor& visit, T& tuned) {
  visit("file", tuned.file, kFilled);
  visit("settings", tuned.settings);
}

template <typename Visitor, Is<ImplementationRecord> T>
void fields(Visitor& visit, T& implementation) {
  visit("name", implementation.name, kPlainName);
  visit("version", implementation.version);
  visit("file", implementation.file, kFilled);
  visit("sum", implementation.sum, kFilled);
  visit("held_to", implementation.held_to);
  visit("command", implementation.command);
  visit("not_asked", implementation.not_asked);
}

template <typename Visitor, Is<RunDescription> T>
void fields(Visitor& visit, T& run) {
  visit("id", run.id, kFilled);
  visit("paper", run.paper, kPlainName);
  visit("case", run.case_name);
  visit("suite", run.suite);
  visit("algorithm", run.algorithm);
  visit("variant", run.variant);
  visit("label", run.label);
  visit("backend", run.backend, one_of(kBackends));
  visit("threads", run.threads, at_least(1));
  visit("n", run.n, at_least(1));
  visit("settings", run.settings);
  visit("sweep", run.sweep);
  visit("tuned", run.tuned);
  visit("slow_double", run.slow_double, at_least(3));
  visit("ranks", run.ranks, at_least(1));
  visit("implementation", run.implementation);
}

template <typename Visitor, Is<RunRecord> T>
void fields(Visitor& visit, T& run) {
  fields(visit, part<RunDescription>(run));
  visit("status", run.status, one_of(kStatus));
  visit("reason", run.reason);
  visit("started", run.started, kTime);
  visit("wall_s", run.wall_s, kNotNegative);
  visit("timing", run.timing);
  visit("series", run.series);
  visit("cut", run.cut);
  visit("checks", run.checks);
  visit("checks_not_judged", run.checks_not_judged);
  visit("verified_state", run.verified_state, kFilled);
  visit("counters", run.counters, kOrNull);
  visit("device", run.device);
  visit("processes", run.processes);
  visit("threads_used", run.threads_used, at_least(1));
  visit("threads_tried", run.threads_tried, kNotNegative);
  visit("spent_s", run.spent_s, kNotNegative);
  visit("host_peak_bytes", run.host_peak_bytes, at_least(1));
}

template <typename Visitor, Is<ResultFile> T>
void fields(Visitor& visit, T& file) {
  visit("schema", file.schema, one_of(kSchemas));
  visit("paper", file.paper, kPlainName);
  visit("suite", file.suite, one_of(kSuites));
  visit("provenance", file.provenance);
  visit("runs", file.runs);
  // Until November 2026 a result repeated its timings in Google Benchmark's form.
  visit.former("context");
  visit.former("benchmarks");
}

}  // namespace tycho::result
