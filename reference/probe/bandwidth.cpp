// The triad of STREAM, a = b + s c, on arrays far larger than the caches, for each number of
// threads. Counted as STREAM does: 24 bytes an element, without the line that a store may fetch
// first; as the contracts count.
#include <algorithm>
#include <cstddef>
#include <memory>

#include "reference/probe/kinds.hpp"
#include "reference/probe/sample.hpp"

namespace tycho::reference::probe {

namespace {

double b_of(std::size_t i) { return static_cast<double>(i % 1021); }
double c_of(std::size_t i) { return static_cast<double>(i % 509); }
constexpr double kScale = 3;

void triad(double* a, const double* b, const double* c, double scale, std::ptrdiff_t n,
           int threads) {
#pragma omp parallel for simd num_threads(threads) schedule(static)
  for (std::ptrdiff_t i = 0; i < n; ++i) a[i] = b[i] + scale * c[i];
}

double count_wrong(const double* a, std::ptrdiff_t n) {
  double wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const auto index = static_cast<std::size_t>(i);
    wrong += a[i] == b_of(index) + kScale * c_of(index) ? 0 : 1;
  }
  return wrong;
}

}  // namespace

std::vector<Probed> bandwidth(const ProbeOptions& options) {
  // Each array four times the last cache, at least 64 MiB and at most 512.
  const std::size_t bytes =
      options.small
          ? std::size_t{1} << 20
          : std::clamp(4 * options.cache_bytes, std::size_t{64} << 20, std::size_t{512} << 20);
  const auto n = static_cast<std::ptrdiff_t>(bytes / sizeof(double));
  // Not touched before the threads that use it do, so that pages lie near them.
  const auto elements = static_cast<std::size_t>(n);
  const std::unique_ptr<double[]> a(new double[elements]), b(new double[elements]),
      c(new double[elements]);
#pragma omp parallel for num_threads(options.threads) schedule(static)
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    a[i] = -1;
    b[i] = b_of(static_cast<std::size_t>(i));
    c[i] = c_of(static_cast<std::size_t>(i));
  }
  std::vector<Probed> found;
  for (const int threads : thread_counts(options.threads)) {
    Probed rate{"triad", "STREAM triad", "3 arrays of " + std::to_string(bytes >> 20) + " MiB",
                "GB/s", threads};
    rate.work = 3.0 * static_cast<double>(bytes);
    rate.seconds = sample(options, [&] { triad(a.get(), b.get(), c.get(), kScale, n, threads); });
    rate.checked = "every element";
    rate.error = count_wrong(a.get(), n);
    found.push_back(rate);
    // So that what the next count of threads leaves out is found.
#pragma omp parallel for num_threads(options.threads) schedule(static)
    for (std::ptrdiff_t i = 0; i < n; ++i) a[i] = -1;
  }
  return found;
}

}  // namespace tycho::reference::probe
