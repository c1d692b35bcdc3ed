#include "core/large_array.hpp"

#include <sys/mman.h>

#include <cstdint>

#include "core/available_threads.hpp"
#include "core/parallel_for.hpp"

namespace tycho {

void fetch_pages(void* memory, std::size_t bytes) {
#ifdef MADV_POPULATE_WRITE
  // Whole pieces of the size of a large page, so that none is fetched by two threads.
  constexpr std::uintptr_t kPiece = std::uintptr_t{2} << 20;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (begin + kPiece - 1) / kPiece, last = (begin + bytes) / kPiece;
  if (last <= first) return;
  const auto at = [](std::uintptr_t piece) { return reinterpret_cast<void*>(piece * kPiece); };
  madvise(at(first), (last - first) * kPiece, MADV_HUGEPAGE);
  constexpr std::uintptr_t kTogether = 32;
  const std::size_t parts = (last - first + kTogether - 1) / kTogether;
  parallel_for_uneven(parts, available_threads(), 1, [&](std::ptrdiff_t part) {
    const std::uintptr_t from = first + static_cast<std::uintptr_t>(part) * kTogether;
    const std::uintptr_t count = from + kTogether < last ? kTogether : last - from;
    madvise(at(from), count * kPiece, MADV_POPULATE_WRITE);
  });
#else
  static_cast<void>(memory);
  static_cast<void>(bytes);
#endif
}

}  // namespace tycho
