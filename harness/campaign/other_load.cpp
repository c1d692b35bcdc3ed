#include "harness/campaign/other_load.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <vector>

#include "core/available_threads.hpp"
#include "core/units.hpp"

namespace tycho::campaign {

namespace {

double in_seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

std::string stat_text(const char* path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

double used_by(int whom) {
  rusage used{};
  if (::getrusage(whom, &used) != 0) return 0;
  return in_seconds(used.ru_utime) + in_seconds(used.ru_stime);
}

}  // namespace

std::optional<CpuSeconds> cpu_seconds(const std::string& stat,
                                      const std::function<bool(int cpu)>& counted,
                                      double ticks_per_s) {
  std::istringstream lines(stat);
  std::string line;
  CpuSeconds ticks;
  bool any = false;
  while (std::getline(lines, line)) {
    if (line.rfind("cpu", 0) != 0 || line.size() < 4 || line[3] == ' ') continue;
    std::istringstream fields(line.substr(3));
    int cpu = 0;
    double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, soft = 0, steal = 0;
    if (!(fields >> cpu >> user >> nice >> system >> idle)) continue;
    fields >> waiting >> irq >> soft >> steal;
    if (!counted(cpu)) continue;
    ticks.busy += user + nice + system + irq + soft + steal;
    ticks.stolen += steal;
    any = true;
  }
  if (!any || !(ticks_per_s > 0)) return std::nullopt;
  return CpuSeconds{ticks.busy / ticks_per_s, ticks.stolen / ticks_per_s};
}

std::optional<double> held_back_seconds(const std::string& cpu_stat) {
  std::istringstream words(cpu_stat);
  std::string name;
  double value = 0;
  while (words >> name >> value)
    if (name == "throttled_usec") return 1e-6 * value;
  return std::nullopt;
}

std::optional<OtherLoad::Reading> OtherLoad::read() const {
  const std::vector<int> cpus = available_cpus();
  const auto counted = [&](int cpu) { return std::binary_search(cpus.begin(), cpus.end(), cpu); };
  const auto used =
      cpu_seconds(stat_text("/proc/stat"), counted, static_cast<double>(::sysconf(_SC_CLK_TCK)));
  if (!used) return std::nullopt;
  const Seconds now = std::chrono::steady_clock::now().time_since_epoch();
  const double own =
      used_by(RUSAGE_SELF) + (own_ == Own::kChildrenToo ? used_by(RUSAGE_CHILDREN) : 0);
  return Reading{now.count(), used->busy, used->stolen, own,
                 held_back_seconds(stat_text("/sys/fs/cgroup/cpu.stat"))};
}

OtherLoad::OtherLoad(Own own) : own_(own), start_(read()) {}

double OtherLoad::seconds() const {
  const Seconds now = std::chrono::steady_clock::now().time_since_epoch();
  return start_ ? now.count() - start_->wall_s : 0;
}

std::optional<double> OtherLoad::cores() const {
  const auto end = read();
  if (!start_ || !end || end->wall_s <= start_->wall_s) return std::nullopt;
  const double others = (end->busy_s - start_->busy_s) - (end->own_s - start_->own_s);
  return std::max(0.0, others) / (end->wall_s - start_->wall_s);
}

std::optional<double> OtherLoad::stolen() const {
  const auto end = read();
  if (!start_ || !end || end->wall_s <= start_->wall_s) return std::nullopt;
  return std::max(0.0, end->stolen_s - start_->stolen_s) / (end->wall_s - start_->wall_s);
}

std::optional<double> OtherLoad::held_back() const {
  const auto end = read();
  if (!start_ || !end || !start_->held_back_s || !end->held_back_s) return std::nullopt;
  return std::max(0.0, *end->held_back_s - *start_->held_back_s);
}

}  // namespace tycho::campaign
