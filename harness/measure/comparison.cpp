#include "harness/measure/comparison.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace tycho {

namespace {

double distance(const Particles& a, const Particles& b, std::size_t i) {
  const Vec3<double> r = a.position(i) - b.position(i);
  return std::sqrt(dot(r, r));
}

}  // namespace

Comparison compare(Algorithm& algorithm, Algorithm& reference, const Contract& contract,
                   const Particles& initial, std::int64_t steps, int samples, double seconds,
                   const Progress& progress) {
  Comparison result;
  algorithm.load(initial);
  reference.load(initial);
  SilentTimer silent(contract.stages);
  Particles mine(initial.size()), other(initial.size());
  const auto start = std::chrono::steady_clock::now();
  const std::int64_t looks = std::clamp<std::int64_t>(samples, 1, steps);
  std::int64_t done = 0;
  for (std::int64_t look = 1; look <= looks; ++look) {
    for (; done < steps * look / looks; ++done) {
      algorithm.advance(silent);
      reference.advance(silent);
    }
    mine.poison();
    algorithm.store(mine);
    reference.store(other);
    const auto my_times = algorithm.field("block_time"), times = reference.field("block_time");
    const bool together =
        my_times == times && algorithm.field("block_step") == reference.field("block_step");
    if (!together && result.parted < 0) result.parted = static_cast<double>(done);
    std::vector<double> apart;
    for (std::size_t i = 0; i < initial.size(); ++i)
      if (times.empty() || my_times[i] == times[i]) apart.push_back(distance(mine, other, i));
    if (apart.empty()) break;  // not one particle is at the same time in both: nothing to measure
    std::sort(apart.begin(), apart.end());
    result.step.push_back(static_cast<double>(done));
    result.largest.push_back(apart.back());
    result.median.push_back(apart[apart.size() / 2]);
    progress("comparing", static_cast<double>(look) / static_cast<double>(looks));
    const double spent = Seconds(std::chrono::steady_clock::now() - start).count();
    if (seconds > 0 && spent > seconds) break;
  }
  result.final = mine;
  return result;
}

}  // namespace tycho
