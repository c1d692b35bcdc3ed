// How the threads of a CPU run are bound to cores and wait for each other. OpenMP takes both from
// the environment before it starts, so the supervisor says them to the process of the run.
//
// On a machine that is ours, thread by thread has a core of its own, then a hardware thread of its
// own, and a thread that waits for the others spins: a thread that sleeps takes longer to wake up
// than many stages last. Where other processes or other machines use the cores, threads stay free
// and wait as OpenMP's default has it: bound to a core that somebody else uses, or spinning on it,
// all threads would wait for one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/other_load.hpp"
#include "harness/result/topology.hpp"

namespace tycho::campaign {

/// The variable by which the user has said how threads are bound or wait,
/// "OMP_WAIT_POLICY=passive"; empty: none.
std::string said_by_environment();

/// What the environment of a run with this number of threads adds: OMP_PLACES, OMP_PROC_BIND and
/// OMP_WAIT_POLICY. A run of one thread waits passively: the threads that made its initial
/// condition must not spin beside it.
std::vector<std::string> openmp_environment(const result::Topology& topology, int threads);

/// How threads are bound, in the words of a result's provenance.
std::string binding_in_words();

/// How many of the cores that this process may use are busy with others, in the mean.
struct Neighbours {
  double cores = 0;   // with other processes or other machines
  double stolen = 0;  // of these, with other machines
};

/// Whether so little is not felt: another process has less than a third of a core, other machines
/// have less than a tenth of all.
bool alone(const Neighbours& neighbours, int cpus);

/// Decides run by run, from what others did since the run before.
class ThreadBinding {
 public:
  /// What to add to the environment of a run; empty where threads stay free. The first call watches
  /// the machine for a tenth of a second.
  std::vector<std::string> environment(int threads);

 private:
  bool alone_now();

  std::optional<OtherLoad> since_;
};

}  // namespace tycho::campaign
