// A GPU of this machine, as the CUDA side describes it.
#pragma once

#include <cstdint>
#include <string>

namespace tycho {

struct Device {
  std::string name;
  int index = 0;
  std::string bus_id;  // "0000:81:00.0": where it sits on PCI; empty: not known
  int multiprocessors = 0;
  int compute_major = 0, compute_minor = 0;
  std::int64_t memory_bytes = 0;
  std::int64_t l2_bytes = 0;
  double clock_hz = 0;       // the highest the multiprocessors may run at
  int single_to_double = 0;  // how many times as fast single precision is, as the driver says
  int driver_version = 0, runtime_version = 0;
};

}  // namespace tycho
