// Arrays of gigabytes: their pages are fetched from the system by all threads. A vector fills what
// it has just allocated on one thread, which waits for the system page by page: 12 GB of particles
// would take it several seconds.
#pragma once

#include <cstddef>
#include <vector>

namespace tycho {

/// Makes the pages of memory that was just allocated present, by all threads. Changes no byte of
/// it; where the system has no such call, nothing happens.
void fetch_pages(void* memory, std::size_t bytes);

/// Room for n elements in an empty vector, whose pages are present where it is large.
template <typename T>
void make_room(std::vector<T>& values, std::size_t n) {
  constexpr std::size_t kLarge = std::size_t{64} << 20;
  values.reserve(n);
  if (n * sizeof(T) >= kLarge) fetch_pages(values.data(), n * sizeof(T));
}

/// n equal elements.
template <typename T>
std::vector<T> large_array(std::size_t n, const T& value = T{}) {
  std::vector<T> values;
  make_room(values, n);
  values.resize(n, value);
  return values;
}

}  // namespace tycho
