// What else this machine was doing: a run on the CPU that shares its cores measures its neighbours.
#pragma once

#include <optional>
#include <string>

namespace tycho::campaign {

class OtherLoad {
 public:
  /// Starts to count.
  OtherLoad();
  /// How many of the cores this process may use were busy with other processes since then, in the
  /// mean; nothing where the system does not say.
  std::optional<double> cores() const;

 private:
  struct Reading {
    double wall_s = 0, busy_s = 0, own_s = 0;
  };
  static std::optional<Reading> read();

  std::optional<Reading> start_;
};

/// Seconds the CPUs of which `counted` says so were busy, from the text of /proc/stat; nothing
/// where it has no line for any of them.
std::optional<double> busy_seconds(const std::string& stat, bool (*counted)(int cpu),
                                   double ticks_per_s);

}  // namespace tycho::campaign
