// The triad on arrays that fit into the last cache but not into those of single cores: the ceiling
// of stages whose data stay there. Half of the last cache is used, so that what else lives in it
// has room.
#include <algorithm>
#include <memory>

#include "core/error.hpp"
#include "reference/probe/kinds.hpp"
#include "reference/probe/sample.hpp"

namespace tycho::reference::probe {

namespace {

constexpr double kScale = 3;
double b_of(std::ptrdiff_t i) { return static_cast<double>(i % 1021); }
double c_of(std::ptrdiff_t i) { return static_cast<double>(i % 509); }

// A thread's part is the same in every pass.
void triads(double* a, const double* b, const double* c, std::ptrdiff_t n, int passes,
            int threads) {
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int t = 0; t < threads; ++t)
    for (int pass = 0; pass < passes; ++pass) {
      const std::ptrdiff_t first = n * t / threads, last = n * (t + 1) / threads;
#pragma omp simd
      for (std::ptrdiff_t i = first; i < last; ++i) a[i] = b[i] + kScale * c[i];
      asm volatile("" ::: "memory");
    }
}

}  // namespace

std::vector<Probed> last_cache(const ProbeOptions& options) {
  const std::size_t total = options.small ? std::size_t{3} << 16 : options.cache_bytes / 2;
  const std::size_t cores = static_cast<std::size_t>(options.threads) * options.core_cache_bytes;
  if (total == 0) throw Unavailable("the system does not say how large the last cache is");
  if (!options.small && (options.core_cache_bytes == 0 || total <= cores))
    throw Unavailable("no cache behind those of the cores, or the system does not say so");
  const auto n = static_cast<std::ptrdiff_t>(total / (3 * sizeof(double)));
  const auto elements = static_cast<std::size_t>(n);
  const std::unique_ptr<double[]> a(new double[elements]), b(new double[elements]),
      c(new double[elements]);
  const int passes = options.small ? 2 : 8;
  std::vector<Probed> found;
  for (const int threads : thread_counts(options.threads)) {
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      a[i] = -1;
      b[i] = b_of(i);
      c[i] = c_of(i);
    }
    Probed rate{"triad_last_cache", "triad within the last cache",
                std::to_string(total >> 20) + " MiB in all", "GB/s", threads};
    rate.work = 24.0 * static_cast<double>(n) * passes;
    rate.seconds = sample(options, [&] { triads(a.get(), b.get(), c.get(), n, passes, threads); });
    rate.checked = "every element";
    for (std::ptrdiff_t i = 0; i < n; ++i) rate.error += a[i] == b_of(i) + kScale * c_of(i) ? 0 : 1;
    found.push_back(rate);
  }
  return found;
}

}  // namespace tycho::reference::probe
