// What else this machine was doing: the times of a CPU run that shares its cores depend on the
// other processes.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace tycho::campaign {

class OtherLoad {
 public:
  /// Whose work is not other load: this process's, or also that of children which have ended.
  enum class Own { kProcess, kChildrenToo };
  /// Starts to count.
  explicit OtherLoad(Own own = Own::kProcess);

  /// Seconds since then.
  double seconds() const;
  /// How many of the cores this process may use were busy with other processes or given to other
  /// machines since then, in the mean; nothing where the system does not say.
  std::optional<double> cores() const;
  /// How many of them the hypervisor gave to other machines (steal time), in the mean.
  std::optional<double> stolen() const;
  /// Seconds for which the quota of this container kept its threads from running.
  std::optional<double> held_back() const;

 private:
  struct Reading {
    double wall_s = 0, busy_s = 0, stolen_s = 0, own_s = 0;
    std::optional<double> held_back_s;
  };
  std::optional<Reading> read() const;

  Own own_;
  std::optional<Reading> start_;
};

struct CpuSeconds {
  double busy = 0;    // with anything, other machines included
  double stolen = 0;  // of these, given to other machines
};

/// Of the CPUs chosen by `counted`, from the text of /proc/stat; nothing where the text has no line
/// for any of these CPUs.
std::optional<CpuSeconds> cpu_seconds(const std::string& stat,
                                      const std::function<bool(int cpu)>& counted,
                                      double ticks_per_s);

/// From the text of a control group's cpu.stat; nothing where the text does not say.
std::optional<double> held_back_seconds(const std::string& cpu_stat);

}  // namespace tycho::campaign
