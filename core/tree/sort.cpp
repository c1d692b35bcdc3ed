// Bodies along Morton's curve: keys, then a radix sort from the lowest digit up. It is stable, so
// bodies with one key stay as they were given and the order is the same for any number of threads.
#include <algorithm>
#include <array>

#include "core/parallel_for.hpp"
#include "core/tree/host_tree.hpp"

namespace tycho::tree {

namespace {

constexpr int kDigitBits = 9;  // 7 passes for 63 bits
constexpr int kDigits = 1 << kDigitBits;
using Counts = std::array<std::int64_t, kDigits>;

Cube<double> cube_around_all(std::span<const Vec3<double>> x, int threads) {
  Vec3<double> low = x[0], high = x[0];
  double lx = low.x, ly = low.y, lz = low.z, hx = high.x, hy = high.y, hz = high.z;
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(x.size());
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1) \
    reduction(min                                                               \
              : lx, ly, lz) reduction(max                                       \
                                      : hx, hy, hz)
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    lx = std::min(lx, x[i].x);
    ly = std::min(ly, x[i].y);
    lz = std::min(lz, x[i].z);
    hx = std::max(hx, x[i].x);
    hy = std::max(hy, x[i].y);
    hz = std::max(hz, x[i].z);
  }
  return cube_around(Vec3<double>{lx, ly, lz}, Vec3<double>{hx, hy, hz});
}

/// One pass: `from` into `to` by one digit. Each part of the items is counted and moved by one
/// thread; parts follow each other within a digit. False where all have the same digit.
bool pass(const std::vector<Keyed>& from, std::vector<Keyed>& to, int shift, int threads) {
  const auto digit = [&](const Keyed& item) { return item.key >> shift & (kDigits - 1); };
  const std::size_t n = from.size(), parts = static_cast<std::size_t>(threads);
  const auto start = [&](std::size_t part) { return n * part / parts; };
  std::vector<Counts> counts(parts);
  parallel_for(parts, threads, [&](std::ptrdiff_t part) {
    counts[part].fill(0);
    for (std::size_t i = start(part); i < start(part + 1); ++i) ++counts[part][digit(from[i])];
  });
  std::int64_t sum = 0;
  for (int d = 0; d < kDigits; ++d) {
    const std::int64_t before = sum;
    for (Counts& count : counts) {
      const std::int64_t here = count[d];
      count[d] = sum;
      sum += here;
    }
    if (sum - before == static_cast<std::int64_t>(n)) return false;
  }
  parallel_for(parts, threads, [&](std::ptrdiff_t part) {
    Counts& place = counts[part];
    for (std::size_t i = start(part); i < start(part + 1); ++i)
      to[place[digit(from[i])]++] = from[i];
  });
  return true;
}

}  // namespace

void sort(std::span<const Vec3<double>> x, int threads, Sorted& sorted) {
  const std::size_t n = x.size();
  sorted.root = cube_around_all(x, threads);
  for (auto* items : {&sorted.items, &sorted.spare}) items->resize(n);
  parallel_for(n, threads, [&](std::ptrdiff_t i) {
    sorted.items[i] = {morton_key(x[i], sorted.root), static_cast<std::int32_t>(i)};
  });
  // A few bodies are not worth the threads.
  const int sorters = n < 4096 ? 1 : threads;
  for (int shift = 0; shift < 3 * kDeepestLevel; shift += kDigitBits)
    if (pass(sorted.items, sorted.spare, shift, sorters)) std::swap(sorted.items, sorted.spare);
  sorted.keys.resize(n);
  sorted.order.resize(n);
  parallel_for(n, threads, [&](std::ptrdiff_t i) {
    sorted.keys[i] = sorted.items[i].key;
    sorted.order[i] = sorted.items[i].body;
  });
}

}  // namespace tycho::tree
