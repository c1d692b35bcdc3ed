// Particles to a mesh on several threads: each puts its share into a mesh of its own, and the
// meshes are then added. Two threads that meet in one cell would wait for each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/parallel_for.hpp"

namespace tycho::mesh {

// All of these meshes together take at most this much memory: on a large mesh fewer threads put.
inline constexpr std::size_t kMostBytes = std::size_t{2} << 30;

/// Calls put(first, last, values) so that all `particles` are put, shared out among the threads.
template <typename Value, typename Put>
void put_all(std::ptrdiff_t particles, std::vector<Value>& mesh,
             std::vector<std::vector<Value>>& own, int threads, const Put& put) {
  const auto fitting = static_cast<int>(kMostBytes / (mesh.size() * sizeof(Value)));
  const int workers = std::clamp(fitting, 1, threads);
  own.resize(workers - 1);
  parallel_for(workers, workers, [&](std::ptrdiff_t worker) {
    std::vector<Value>& values = worker == 0 ? mesh : own[worker - 1];
    values.assign(mesh.size(), Value(0));
    put(particles * worker / workers, particles * (worker + 1) / workers, values.data());
  });
  if (workers == 1) return;
  parallel_for(mesh.size(), threads, [&](std::ptrdiff_t c) {
    for (const auto& values : own) mesh[c] += values[c];
  });
}

}  // namespace tycho::mesh
