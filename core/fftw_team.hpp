// FFTW's loops on the OpenMP team that runs all other loops. FFTW's own threads would be a second
// pool on the same cores: after a loop the threads of the team wait for the next one in a spin of
// milliseconds, and FFTW's threads would wait for those cores.
#pragma once

#include <mutex>

namespace tycho {

/// From here on all transforms, earlier plans too, run on a team of at least `threads`. A transform
/// that uses fewer leaves the others idle: a team of another size costs new threads. Call it after
/// FFTW's init_threads(). Where FFTW is older than 3.3.9 it keeps its own threads.
void run_fftw_on_team(int threads);

/// FFTW makes and destroys plans for one thread at a time; transforms need no lock.
std::mutex& fftw_planner();

}  // namespace tycho
