// The machine beneath a run: the GPU before, after and while the windows were timed, or who else
// used the cores. What is absent is not known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tycho::result {

/// Mean and ends of a quantity over the windows that were timed.
struct Extremes {
  std::optional<double> mean, least, most;
};

struct DeviceRecord {
  // Before the run and after it.
  std::optional<unsigned> clock_before_mhz, clock_after_mhz;
  std::optional<unsigned> memory_clock_before_mhz, memory_clock_after_mhz;
  std::optional<unsigned> temperature_before_c, temperature_after_c;
  std::optional<double> power_before_w, power_after_w;

  // While the windows were timed.
  std::optional<std::int64_t> samples;
  Extremes clock_mhz, memory_clock_mhz, temperature_c, power_w;
  std::optional<unsigned> throttle_reasons;  // NVML's bits
  std::optional<double> joules_per_step;
  std::optional<double> energy_span_s;  // seconds of work that the joules were counted over

  // The processor while the windows were timed, whoever used it.
  std::optional<double> processor_joules_per_step;     // all sockets
  std::optional<double> memory_joules_per_step;        // of the memory, where it is counted
  std::optional<double> processor_energy_span_s;       // as energy_span_s
  std::optional<std::string> processor_energy_absent;  // why none of them is known

  // The CPU while the run was timed.
  std::optional<double> other_cores;   // the mean number of cores that other processes used
  std::optional<double> stolen_cores;  // that the hypervisor gave to other machines, in the mean
  std::optional<double> core_gops;     // of core/core_speed.hpp, before the run and after it
  std::optional<double> core_gops_least;
  std::optional<double> cache_ns;
  std::optional<double> held_back_s;  // for which the container's quota kept threads from running
  std::optional<std::vector<std::int64_t>> bound_to;  // thread by thread, its CPU; none: not bound
  std::optional<std::string>
      wait;  // how threads wait for each other: "active", "passive", "default"
  std::optional<std::string>
      memory;  // on which nodes its pages lie, as core/memory_policy.hpp says
};

}  // namespace tycho::result
