// A sum over the bytes of a large array, by all threads, by which damage and difference show.
// Against accidents, not against forgery.
#pragma once

#include <cstdint>
#include <span>

namespace tycho {

/// FNV-1a of 64 bits of every MiB, and of these sums in their order: the same for any number of
/// threads.
std::uint64_t array_sum(std::span<const std::byte> bytes);

template <typename T>
std::uint64_t array_sum(std::span<const T> values) {
  return array_sum(std::as_bytes(values));
}

}  // namespace tycho
