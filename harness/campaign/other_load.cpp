#include "harness/campaign/other_load.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>

#include "core/units.hpp"

namespace tycho::campaign {

namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

bool may_use(int cpu) {
  cpu_set_t mask;
  return cpu < CPU_SETSIZE && ::sched_getaffinity(0, sizeof mask, &mask) == 0 &&
         CPU_ISSET(cpu, &mask);
}

}  // namespace

std::optional<double> busy_seconds(const std::string& stat, bool (*counted)(int cpu),
                                   double ticks_per_s) {
  std::istringstream lines(stat);
  std::string line;
  double ticks = 0;
  bool any = false;
  while (std::getline(lines, line)) {
    if (line.rfind("cpu", 0) != 0 || line.size() < 4 || line[3] == ' ') continue;
    std::istringstream fields(line.substr(3));
    int cpu = 0;
    double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, soft = 0, steal = 0;
    if (!(fields >> cpu >> user >> nice >> system >> idle)) continue;
    fields >> waiting >> irq >> soft >> steal;
    if (!counted(cpu)) continue;
    ticks += user + nice + system + irq + soft + steal;
    any = true;
  }
  if (!any || !(ticks_per_s > 0)) return std::nullopt;
  return ticks / ticks_per_s;
}

std::optional<OtherLoad::Reading> OtherLoad::read() {
  std::ifstream file("/proc/stat");
  std::ostringstream text;
  text << file.rdbuf();
  const auto busy = busy_seconds(text.str(), may_use, static_cast<double>(::sysconf(_SC_CLK_TCK)));
  rusage own{};
  if (!busy || ::getrusage(RUSAGE_SELF, &own) != 0) return std::nullopt;
  const Seconds now = std::chrono::steady_clock::now().time_since_epoch();
  return Reading{now.count(), *busy, seconds(own.ru_utime) + seconds(own.ru_stime)};
}

OtherLoad::OtherLoad() : start_(read()) {}

std::optional<double> OtherLoad::cores() const {
  const auto end = read();
  if (!start_ || !end || end->wall_s <= start_->wall_s) return std::nullopt;
  const double others = (end->busy_s - start_->busy_s) - (end->own_s - start_->own_s);
  return std::max(0.0, others) / (end->wall_s - start_->wall_s);
}

}  // namespace tycho::campaign
