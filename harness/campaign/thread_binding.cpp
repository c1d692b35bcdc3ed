#include "harness/campaign/thread_binding.hpp"

#include <chrono>
#include <cstdlib>
#include <thread>

namespace tycho::campaign {

namespace {

constexpr double kMostOtherCores = 0.3, kMostStolenShare = 0.1;
// The system counts in hundredths of a second: a shorter look would tell nothing.
constexpr std::chrono::milliseconds kLook{100};

constexpr const char* kVariables[] = {"OMP_PLACES",     "OMP_PROC_BIND",     "OMP_WAIT_POLICY",
                                      "GOMP_SPINCOUNT", "GOMP_CPU_AFFINITY", "KMP_AFFINITY",
                                      "KMP_BLOCKTIME"};

}  // namespace

std::string said_by_environment() {
  for (const char* name : kVariables)
    if (const char* value = std::getenv(name)) return std::string(name) + '=' + value;
  return {};
}

std::vector<std::string> openmp_environment(const result::Topology& topology, int threads) {
  std::string places;
  for (const int cpu : topology.cpus)
    places += (places.empty() ? "{" : ",{") + std::to_string(cpu) + '}';
  return {"OMP_PLACES=" + places, "OMP_PROC_BIND=close",
          std::string("OMP_WAIT_POLICY=") + (threads > 1 ? "active" : "passive")};
}

std::string binding_in_words() {
  if (const std::string said = said_by_environment(); !said.empty())
    return "as the environment says: " + said;
  return "one thread a core first, then its other hardware threads; threads wait actively; free "
         "where other load used a third of a core or other machines a tenth of all";
}

bool alone(const Neighbours& neighbours, int cpus) {
  return neighbours.cores - neighbours.stolen < kMostOtherCores &&
         neighbours.stolen < kMostStolenShare * cpus;
}

bool ThreadBinding::alone_now() {
  if (!since_ || since_->seconds() < std::chrono::duration<double>(kLook).count()) {
    since_.emplace(OtherLoad::Own::kChildrenToo);
    std::this_thread::sleep_for(kLook);
  }
  const Neighbours neighbours{since_->cores().value_or(0), since_->stolen().value_or(0)};
  since_.emplace(OtherLoad::Own::kChildrenToo);
  return alone(neighbours, static_cast<int>(result::this_topology().cpus.size()));
}

std::vector<std::string> ThreadBinding::environment(int threads) {
  if (!said_by_environment().empty() || !alone_now()) return {};
  return openmp_environment(result::this_topology(), threads);
}

}  // namespace tycho::campaign
