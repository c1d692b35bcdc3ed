// The energy that the processor has used, by its own counters (RAPL) as Linux shows them under
// /sys/class/powercap.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tycho::campaign {

/// Joules since a Powercap was made.
struct ProcessorEnergy {
  double packages_j = 0;           // all sockets: cores, caches and what else is on the chip
  std::optional<double> memory_j;  // of the memory beside them, where the processor counts it
};

class Powercap {
 public:
  static constexpr const char* kSystem = "/sys/class/powercap";

  /// Reads every counter once: what is counted begins here.
  explicit Powercap(const std::filesystem::path& root = kSystem);

  bool available() const { return why_not_.empty(); }
  /// Why nothing is counted: no such counters, or no leave to read them. Names no folder, since
  /// results hold no path of a machine.
  const std::string& why_not() const { return why_not_; }

  /// Counters start again from 0 at their range, after minutes at full power: what was passed since
  /// the last call is added up, so calls must come sooner than that. Nothing where one of the
  /// counters cannot be read any more.
  std::optional<ProcessorEnergy> read();

 private:
  struct Counter {
    std::filesystem::path file;
    std::uint64_t range_uj = 0, last_uj = 0, passed_uj = 0;
    bool memory = false;
  };
  void find(const std::filesystem::path& root);

  std::vector<Counter> counters_;
  std::string why_not_;
};

}  // namespace tycho::campaign
