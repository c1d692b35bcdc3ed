// Where results that tests make up were made: no machine there is.
#pragma once

#include "harness/result/provenance.hpp"

namespace tycho::made_up {

inline result::Provenance provenance() {
  result::Provenance made;
  made.machine = "Made-up GPU, 4 cores of made-up CPU";
  made.date = "2001-02-03T04:05:00Z";
  made.processor.model = "made-up";
  made.processor.architecture = "none";
  made.processor.cores = 4;
  made.processor.memory_bytes = 1024;
  result::GpuFacts& gpu = made.gpu.emplace();
  gpu.name = "Made-up GPU";
  gpu.multiprocessors = 2;
  gpu.compute_capability = "9.0";
  gpu.memory_bytes = 4096;
  gpu.clock_mhz = 1980;
  gpu.driver = "580.65.06";
  gpu.cuda_runtime = "13.0";
  made.build.version = "0.1.0";
  made.build.commit = "0123456789ab";
  made.build.type = "Release";
  made.build.compiler = "GNU 12.2.0";
  made.build.flags = "-O3";
  made.build.cuda_compiler = "nvcc 13.0.88";
  made.build.cuda_flags = "-O3";
  made.build.cuda_architectures = "90";
  made.threads = 4;
  made.transfers = "none";
  made.flop_convention = "made up";
  return made;
}

}  // namespace tycho::made_up
