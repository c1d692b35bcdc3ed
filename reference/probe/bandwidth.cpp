// The copy and the triad of STREAM, a = b and a = b + s c, on arrays far larger than the caches,
// for each number of threads. Counted as STREAM does: 16 and 24 bytes an element, without the line
// that a store may fetch first; as the contracts count.
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

void copy(double* a, const double* b, const double*, std::ptrdiff_t n, int threads) {
#pragma omp parallel for simd num_threads(threads) schedule(static)
  for (std::ptrdiff_t i = 0; i < n; ++i) a[i] = b[i];
}

void triad(double* a, const double* b, const double* c, std::ptrdiff_t n, int threads) {
#pragma omp parallel for simd num_threads(threads) schedule(static)
  for (std::ptrdiff_t i = 0; i < n; ++i) a[i] = b[i] + kScale * c[i];
}

struct Kind {
  const char *id, *label;
  int arrays;  // that each element is in
  void (*pass)(double* a, const double* b, const double* c, std::ptrdiff_t n, int threads);
  double scale;  // of c in what a must hold
};
constexpr Kind kKinds[] = {{"copy", "STREAM copy", 2, copy, 0},
                           {"triad", "STREAM triad", 3, triad, kScale}};

double count_wrong(const double* a, std::ptrdiff_t n, double scale) {
  double wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const auto index = static_cast<std::size_t>(i);
    wrong += a[i] == b_of(index) + scale * c_of(index) ? 0 : 1;
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
  for (const Kind& kind : kKinds)
    for (const int threads : thread_counts(options.threads)) {
      const std::string size =
          std::to_string(kind.arrays) + " arrays of " + std::to_string(bytes >> 20) + " MiB";
      Probed rate{kind.id, kind.label, size, "GB/s", threads};
      rate.work = kind.arrays * static_cast<double>(bytes);
      rate.seconds = sample(options, [&] { kind.pass(a.get(), b.get(), c.get(), n, threads); });
      rate.checked = "every element";
      rate.error = count_wrong(a.get(), n, kind.scale);
      found.push_back(rate);
      // So that what the next count of threads leaves out is found.
#pragma omp parallel for num_threads(options.threads) schedule(static)
      for (std::ptrdiff_t i = 0; i < n; ++i) a[i] = -1;
    }
  return found;
}

}  // namespace tycho::reference::probe
