#include "harness/measure/comparison.hpp"

#include <algorithm>
#include <cmath>

#include "harness/analysis/nearest_image.hpp"
#include "harness/checks/diagnostics.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/checks/with_nan.hpp"
#include "harness/measure/agreed.hpp"
#include "harness/measure/windows.hpp"

namespace tycho::measure {

namespace {

// Sorted, the most displaced first.
std::vector<double> ranked(const Particles& a, const Particles& b, const Vec3<double>& box) {
  std::vector<double> apart = checks::distances(a, b, box);
  std::sort(apart.rbegin(), apart.rend(), checks::nan_last);
  return apart;
}

// 1, 2, ... and from there on evenly in log n, up to the last.
std::vector<double> some_ranks(std::size_t n) {
  constexpr double kPerDecade = 20;
  std::vector<double> ranks;
  for (double place = 0;; ++place) {
    const double rank = std::floor(std::pow(10, place / kPerDecade));
    if (rank >= static_cast<double>(n)) break;
    if (ranks.empty() || rank > ranks.back()) ranks.push_back(rank);
  }
  ranks.push_back(static_cast<double>(n));
  return ranks;
}

void rank_displacements(Comparison& result, const Vec3<double>& box) {
  const auto at_ranks = [&](const Particles& particles) {
    const std::vector<double> apart = ranked(particles, result.reference_final, box);
    std::vector<double> out;
    if (apart.empty()) return out;  // not the same particles
    for (const double rank : result.rank) out.push_back(apart[static_cast<std::size_t>(rank) - 1]);
    return out;
  };
  result.rank = some_ranks(result.final.size());
  result.displacement = at_ranks(result.final);
  if (result.twin_final.size() > 0) result.twin_displacement = at_ranks(result.twin_final);
}

}  // namespace

Particles ulps_off(Particles p, double units) {
  for (std::size_t i = 0; i < p.size(); ++i)
    for (auto* along : {&p.x, &p.y, &p.z}) {
      const double size = std::abs((*along)[i]), ulp = std::nextafter(size, HUGE_VAL) - size;
      (*along)[i] += (p.id[i] % 2 == 0 ? units : -units) * ulp;
    }
  return p;
}

Comparison compare(const Subject& subject, Algorithm& reference, const ComparisonPlan& plan,
                   Algorithm* twin) {
  Algorithm& algorithm = subject.algorithm;
  const Particles& initial = subject.initial;
  Comparison result;
  Timing& timing = result.timing;
  timing.ranks = &subject.ranks;
  algorithm.load(initial);
  reference.load(initial);
  SilentTimer silent(subject.contract.stages);
  Particles mine(initial.size()), other(initial.size());
  const auto start = HostTime::now();
  const auto spent = [&] { return agreed_since(subject.ranks, start); };
  const std::int64_t looks = std::clamp<std::int64_t>(plan.looks, 1, plan.steps);
  timing.steps_per_window = plan.steps / looks;
  std::int64_t& done = timing.evolved;
  for (std::int64_t look = 1; look <= looks; ++look) {
    const std::int64_t chunk = plan.steps * look / looks - done;
    const double passed_s = window(algorithm, silent, chunk, timing);
    timing.passed_s += passed_s;
    timing.step_s.push_back(passed_s / static_cast<double>(chunk));
    done += chunk;
    for (Algorithm* beside : {&reference, twin})
      for (std::int64_t s = 0; beside && s < chunk; ++s) beside->advance(silent);
    mine.poison();
    algorithm.store(mine);
    reference.store(other);
    const auto my_times = algorithm.field("block_time"), times = reference.field("block_time");
    const bool together =
        my_times == times && algorithm.field("block_step") == reference.field("block_step");
    if (!together && result.parted < 0) result.parted = static_cast<double>(done);
    std::vector<double> apart;
    for (std::size_t i = 0; i < initial.size(); ++i)
      if (times.empty() || my_times[i] == times[i])
        apart.push_back(checks::length(
            analysis::nearest_image(mine.position(i) - other.position(i), plan.box)));
    if (apart.empty()) break;  // not one particle is at the same time in both: nothing to measure
    std::sort(apart.begin(), apart.end(), checks::nan_last);
    result.step.push_back(static_cast<double>(done));
    result.largest.push_back(apart.back());
    result.median.push_back(apart[apart.size() / 2]);
    subject.progress("comparing", static_cast<double>(look) / static_cast<double>(looks));
    if (plan.seconds > 0 && spent() > plan.seconds) break;
  }
  result.final = mine;
  result.reference_final = other;
  if (twin) {
    result.twin_final = Particles(initial.size());
    twin->store(result.twin_final);
  }
  rank_displacements(result, plan.box);
  return result;
}

}  // namespace tycho::measure
