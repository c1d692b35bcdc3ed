// The threads that solve together, each in one and the same program: what a thread does goes by its
// number, and they wait for each other where one needs what another has written.
#pragma once

#include <omp.h>

namespace tycho::reference::particle_mesh {

struct Team {
  int id = 0, size = 1;

  /// All threads call it, or none.
  void wait() const {
    if (size == 1) return;
#pragma omp barrier
  }
  /// A thread's share of `count`: [first, last).
  int first(int count) const { return count * id / size; }
  int last(int count) const { return count * (id + 1) / size; }
};

/// Calls program(team) on every thread.
template <typename Program>
void on_team(int threads, const Program& program) {
  if (threads == 1) return program(Team{});
#pragma omp parallel num_threads(threads)
  program(Team{omp_get_thread_num(), omp_get_num_threads()});
}

}  // namespace tycho::reference::particle_mesh
