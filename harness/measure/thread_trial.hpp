// "All threads" is as many as are fastest: two hardware threads of a core may hinder each other,
// and a step of a few bodies is done before sixteen threads have begun. The numbers of threads are
// tried for a moment on the run's own initial condition.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/algorithm.hpp"
#include "harness/measure/progress.hpp"

namespace tycho::measure {

struct ThreadTrial {
  int used = 1;
  std::map<int, double> step_s;  // by number of threads: the fastest step
};

/// All hardware threads, one a core, half of the cores, and one: each once, the most first. Where
/// the system does not say how many cores there are, a core is taken to have two threads.
std::vector<int> thread_counts(int available, std::optional<int> cores);

/// Takes some steps with each of the numbers of threads. Once `seconds` are spent no further number
/// is tried; 0: no limit.
ThreadTrial try_threads(const Implementation& implementation, const Settings& settings,
                        const Particles& initial, std::span<const int> counts, double seconds,
                        const Progress& progress);

/// What the number depends on: the algorithm, whose code it is (a user's library; empty: tycho's),
/// the settings except the length of the step, the size, and the hardware threads.
std::string trial_key(const Settings& settings, std::int64_t particles, const std::string& code);

/// What was found before for this key, in a file that runs of one campaign share; nothing where the
/// file is not there, cannot be read, or does not have the key.
std::optional<ThreadTrial> find_trial(const std::filesystem::path& file, const std::string& key);
void keep_trial(const std::filesystem::path& file, const std::string& key,
                const ThreadTrial& trial);

}  // namespace tycho::measure
