#include "harness/result/provenance.hpp"

#include "harness/result/utc_time.hpp"

namespace tycho::result {

namespace {

std::string in_words(const Processor& processor, const std::optional<GpuFacts>& gpu) {
  const std::string cores = std::to_string(processor.cores) +
                            (processor.cores == 1 ? " core of " : " cores of ") + processor.model;
  return gpu ? gpu->name + ", " + cores : cores;
}

}  // namespace

Provenance this_provenance(const std::optional<GpuFacts>& gpu) {
  Provenance made;
  made.processor = this_processor();
  made.machine = in_words(made.processor, gpu);
  made.date = utc_now();
  made.gpu = gpu;
  made.build = build_info();
  made.threads = made.processor.cores;
  made.transfers =
      "host-device transfers are stages of their own where a step has any; "
      "loading and storing particles is not timed";
  made.flop_convention =
      "counted per stage by the algorithm's contract, after the paper's own "
      "convention; not measured";
  return made;
}

}  // namespace tycho::result
