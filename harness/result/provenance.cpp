#include "harness/result/provenance.hpp"

#include "harness/result/build_info.hpp"
#include "harness/result/processor.hpp"
#include "harness/result/utc_time.hpp"

namespace tycho::result {

namespace {

using nlohmann::json;

std::string in_words(const Processor& processor, const std::optional<GpuFacts>& gpu) {
  const std::string cores = std::to_string(processor.cores) +
                            (processor.cores == 1 ? " core of " : " cores of ") + processor.model;
  return gpu ? gpu->name + ", " + cores : cores;
}

json gpu_to_json(const GpuFacts& gpu) {
  return {{"name", gpu.name},
          {"sms", gpu.multiprocessors},
          {"compute_capability", gpu.compute_capability},
          {"memory_bytes", gpu.memory_bytes},
          {"l2_bytes", gpu.l2_bytes},
          {"clock_mhz", gpu.clock_mhz},
          {"memory_clock_mhz", gpu.memory_clock_mhz},
          {"single_to_double", gpu.single_to_double},
          {"driver", gpu.driver},
          {"cuda_driver", gpu.cuda_driver},
          {"cuda_runtime", gpu.cuda_runtime}};
}

json build_to_json(const BuildInfo& build) {
  return {{"version", build.version},
          {"commit", build.commit},
          {"type", build.type},
          {"compiler", build.compiler},
          {"flags", build.flags},
          {"best_flags", build.best_flags},
          {"contraction", build.contraction},
          {"cuda_compiler", build.cuda_compiler},
          {"cuda_flags", build.cuda_flags},
          {"cuda_architectures", build.cuda_architectures},
          {"cuda_contraction", build.cuda_contraction}};
}

}  // namespace

json provenance(const std::optional<GpuFacts>& gpu) {
  const Processor processor = this_processor();
  return {{"machine", in_words(processor, gpu)},
          {"date", utc_now()},
          {"processor",
           {{"model", processor.model},
            {"architecture", processor.architecture},
            {"cores", processor.cores},
            {"clock_mhz", processor.clock_mhz},
            {"memory_bytes", processor.memory_bytes}}},
          {"gpu", gpu ? gpu_to_json(*gpu) : json()},
          {"build", build_to_json(build_info())},
          // Each run says how many threads it had; this is what "all" means here.
          {"threads", processor.cores},
          {"transfers",
           "host-device transfers are stages of their own where a step has any; "
           "loading and storing particles is not timed"},
          {"flop_convention",
           "counted per stage by the algorithm's contract, after the paper's own "
           "convention; not measured"}};
}

}  // namespace tycho::result
