// The triad on arrays that stay in the cache next to each core: the ceiling of stages whose data
// stay in some cache. 24 KiB a thread fit the first level of every processor of today.
#include <algorithm>
#include <vector>

#include "reference/probe/kinds.hpp"
#include "reference/probe/sample.hpp"

namespace tycho::reference::probe {

namespace {

constexpr int kElements = 1024;  // of each of the three arrays

struct alignas(128) Arrays {
  double a[kElements], b[kElements], c[kElements];
};

// Not inlined, or the passes would be seen to repeat each other.
[[gnu::noinline]] void triad(Arrays& arrays, double scale) {
  double* const a = arrays.a;
  const double *const b = arrays.b, *const c = arrays.c;
#pragma omp simd
  for (int i = 0; i < kElements; ++i) a[i] = b[i] + scale * c[i];
  asm volatile("" ::: "memory");
}

}  // namespace

std::vector<Probed> cache(const ProbeOptions& options) {
  const int passes = options.small ? 100 : 50'000;
  std::vector<Probed> found;
  for (const int threads : thread_counts(options.threads)) {
    std::vector<Arrays> arrays(static_cast<std::size_t>(threads));
    for (std::size_t t = 0; t < arrays.size(); ++t)
      for (int i = 0; i < kElements; ++i) {
        arrays[t].a[i] = -1;
        arrays[t].b[i] = i + static_cast<double>(t);
        arrays[t].c[i] = i % 7;
      }
    Probed rate{"triad_cache", "triad within the first-level cache", "24 KiB a thread", "GB/s",
                threads};
    rate.work = 24.0 * kElements * passes * threads;
    rate.seconds = sample(options, [&] {
#pragma omp parallel for num_threads(threads) schedule(static, 1)
      for (int t = 0; t < threads; ++t)
        for (int pass = 0; pass < passes; ++pass) triad(arrays[static_cast<std::size_t>(t)], 3);
    });
    rate.checked = "every element";
    for (const Arrays& own : arrays)
      for (int i = 0; i < kElements; ++i) rate.error += own.a[i] == own.b[i] + 3 * own.c[i] ? 0 : 1;
    found.push_back(rate);
  }
  return found;
}

}  // namespace tycho::reference::probe
