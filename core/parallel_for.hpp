// A loop over an index on a number of threads. One thread runs a plain loop: opening a parallel
// region costs more than a step of a few bodies takes.
#pragma once

#include <cstddef>

namespace tycho {

template <typename Body>
void parallel_for(std::size_t count, int threads, const Body& body) {
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(count);
  if (threads == 1) {
    for (std::ptrdiff_t i = 0; i < n; ++i) body(i);
    return;
  }
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::ptrdiff_t i = 0; i < n; ++i) body(i);
}

/// The same loop where its turns cost unequal time: threads take `chunk` turns at a time.
template <typename Body>
void parallel_for_uneven(std::size_t count, int threads, int chunk, const Body& body) {
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(count);
  if (threads == 1) {
    for (std::ptrdiff_t i = 0; i < n; ++i) body(i);
    return;
  }
#pragma omp parallel for num_threads(threads) schedule(dynamic, chunk)
  for (std::ptrdiff_t i = 0; i < n; ++i) body(i);
}

}  // namespace tycho
