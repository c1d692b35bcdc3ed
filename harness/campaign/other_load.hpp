// What else this machine was doing: the times of a CPU run that shares its cores depend on the
// other processes.
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

/// Seconds for which the CPUs chosen by `counted` were busy, from the text of /proc/stat; nothing
/// where the text has no line for any of these CPUs.
std::optional<double> busy_seconds(const std::string& stat, bool (*counted)(int cpu),
                                   double ticks_per_s);

}  // namespace tycho::campaign
