// Bodies along Morton's curve: all threads split the keys into buckets of neighbours, then one
// thread sorts each bucket in its cache. Bodies in any order are sorted digit by digit, from the
// lowest digit up; bodies in the order of the last step, which is nearly sorted, by insertion. The
// result is in the order of the keys, and bodies with equal keys are in the order given: the result
// is the same for both ways and any number of threads.
#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "core/parallel_for.hpp"
#include "core/tree/host_tree.hpp"

namespace tycho::tree {

namespace {

constexpr int kDigitBits = 9;  // 7 passes for 63 bits
constexpr int kDigits = 1 << kDigitBits;
constexpr std::size_t kBucket = 2048;  // bodies, about: twice their items are 64 KiB
constexpr std::size_t kMostBuckets = 1024;
constexpr std::size_t kSamples = 8;  // keys looked at for a bucket
// Moves of an item in the mean, from which on sorting anew is faster than inserting.
constexpr std::size_t kMostMoves = 16;

/// The first keys of all buckets but the first, such that all have about the same number of bodies.
std::vector<std::uint64_t> splitters(const std::vector<Keyed>& items, std::size_t buckets) {
  const std::size_t samples = buckets * kSamples;
  std::vector<std::uint64_t> keys(samples);
  for (std::size_t k = 0; k < samples; ++k) keys[k] = items[items.size() * k / samples].key;
  std::sort(keys.begin(), keys.end());
  std::vector<std::uint64_t> firsts;
  for (std::size_t b = 1; b < buckets; ++b) firsts.push_back(keys[b * kSamples]);
  return firsts;
}

/// How many of the splitters, whose number is a power of two less one, are no greater than the key.
/// Without a branch, which could not be predicted.
std::size_t bucket_of(std::uint64_t key, const std::vector<std::uint64_t>& firsts) {
  std::size_t bucket = 0;
  for (std::size_t half = (firsts.size() + 1) / 2; half > 0; half /= 2)
    bucket += firsts[bucket + half - 1] <= key ? half : 0;
  return bucket;
}

/// Items into `sorted.spare`, bucket after bucket; where each begins, and the end. Each part of the
/// items is counted and moved by one thread; parts follow each other within a bucket.
std::vector<std::size_t> split(Sorted& sorted, int threads) {
  const std::vector<Keyed>& items = sorted.items;
  const std::size_t n = items.size(), parts = static_cast<std::size_t>(threads);
  const std::size_t buckets = std::bit_floor(std::clamp<std::size_t>(n / kBucket, 1, kMostBuckets));
  const std::vector<std::uint64_t> firsts = splitters(items, buckets);
  const auto start = [&](std::size_t part) { return n * part / parts; };
  std::vector<std::vector<std::size_t>> counts(parts);
  sorted.buckets.resize(n);
  parallel_for(parts, threads, [&](std::ptrdiff_t part) {
    std::vector<std::size_t> count(buckets);
    std::size_t bucket = 0;
    for (std::size_t i = start(part); i < start(part + 1); ++i) {
      // Most often that of the item before.
      const std::uint64_t key = items[i].key;
      if ((bucket > 0 && key < firsts[bucket - 1]) ||
          (bucket + 1 < buckets && key >= firsts[bucket]))
        bucket = bucket_of(key, firsts);
      sorted.buckets[i] = static_cast<std::uint16_t>(bucket);
      ++count[bucket];
    }
    counts[part] = std::move(count);
  });
  std::vector<std::size_t> begin(buckets + 1);
  std::size_t sum = 0;
  for (std::size_t b = 0; b < buckets; ++b) {
    begin[b] = sum;
    for (auto& count : counts) sum += std::exchange(count[b], sum);
  }
  begin[buckets] = sum;
  parallel_for(parts, threads, [&](std::ptrdiff_t part) {
    for (std::size_t i = start(part); i < start(part + 1); ++i)
      sorted.spare[counts[part][sorted.buckets[i]]++] = items[i];
  });
  return begin;
}

/// One pass: `from` into `to` by one digit. False where all have the same digit.
bool pass(std::span<const Keyed> from, std::span<Keyed> to, int shift) {
  const auto digit = [&](const Keyed& item) { return item.key >> shift & (kDigits - 1); };
  std::array<std::uint32_t, kDigits> next{};
  for (const Keyed& item : from) ++next[digit(item)];
  if (next[digit(from[0])] == from.size()) return false;
  std::uint32_t sum = 0;
  for (std::uint32_t& count : next) sum += std::exchange(count, sum);
  for (const Keyed& item : from) to[next[digit(item)]++] = item;
  return true;
}

/// Sorts `items` by their keys; `spare` has the same size. Returns the one that the result is in.
std::span<const Keyed> sort_bucket(std::span<Keyed> items, std::span<Keyed> spare) {
  if (items.empty()) return items;
  for (int shift = 0; shift < 3 * kDeepestLevel; shift += kDigitBits)
    if (pass(items, spare, shift)) std::swap(items, spare);
  return items;
}

bool before(const Keyed& a, const Keyed& b) {
  return a.key != b.key ? a.key < b.key : a.body < b.body;
}

/// Sorts items that are nearly sorted: an item goes in front of those it is before. Gives up after
/// kMostMoves moves an item, and leaves the items in some order.
bool insert_all(std::span<Keyed> items) {
  std::size_t moves = kMostMoves * items.size();
  for (std::size_t i = 1; i < items.size(); ++i) {
    const Keyed item = items[i];
    std::size_t to = i;
    for (; to > 0 && before(item, items[to - 1]); --to) items[to] = items[to - 1];
    items[to] = item;
    if (i - to > moves) return false;
    moves -= i - to;
  }
  return true;
}

}  // namespace

Bounds bounds_of(std::span<const Vec3<double>> x, int threads) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  double lx = kNone, ly = kNone, lz = kNone, hx = -kNone, hy = -kNone, hz = -kNone;
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
  return {{lx, ly, lz}, {hx, hy, hz}};
}

void sort(std::span<const Vec3<double>> x, int threads, Sorted& sorted) {
  const Bounds bounds = bounds_of(x, threads);
  sort(x, cube_around(bounds.low, bounds.high), threads, sorted);
}

void sort(std::span<const Vec3<double>> x, const Cube<double>& root, int threads, Sorted& sorted) {
  const std::size_t n = x.size();
  sorted.root = root;
  for (auto* items : {&sorted.items, &sorted.spare}) items->resize(n);
  const bool nearly = sorted.from_last && sorted.order.size() == n;
  parallel_for(n, threads, [&](std::ptrdiff_t k) {
    const std::int32_t i = nearly ? sorted.order[k] : static_cast<std::int32_t>(k);
    sorted.items[k] = {morton_key(x[i], sorted.root), i};
  });
  sorted.keys.resize(n);
  sorted.order.resize(n);
  if (n == 0) return;
  const std::vector<std::size_t> begin = split(sorted, threads);
  parallel_for_uneven(begin.size() - 1, threads, 1, [&](std::ptrdiff_t b) {
    const std::size_t first = begin[b], count = begin[b + 1] - first;
    const auto items = std::span(sorted.spare).subspan(first, count);
    std::span<const Keyed> bucket = items;
    if (!nearly)
      bucket = sort_bucket(items, std::span(sorted.items).subspan(first, count));
    else if (!insert_all(items))
      std::sort(items.begin(), items.end(), before);
    for (std::size_t k = 0; k < count; ++k) {
      sorted.keys[first + k] = bucket[k].key;
      sorted.order[first + k] = bucket[k].body;
    }
  });
}

}  // namespace tycho::tree
