#include "harness/result/along_record.hpp"

#include <algorithm>
#include <cmath>

namespace tycho::result {

namespace {

/// The carrier's time before, in and behind the timed steps of a stretch.
struct Carried {
  double before, timed, after;
  double all() const { return before + timed + after; }
};

/// A carrier without a time, whose clock did not move, is taken to have steps that are alike.
std::vector<Carried> carried(const AlongRecord& along) {
  const bool timed = std::all_of(along.epochs.begin(), along.epochs.end(),
                                 [](const EpochRecord& epoch) { return epoch.carrier_s > 0; });
  std::vector<Carried> all;
  for (const EpochRecord& epoch : along.epochs) {
    if (timed)
      all.push_back({epoch.carrier_before_s, epoch.carrier_s, epoch.carrier_after_s});
    else
      all.push_back({static_cast<double>(epoch.step - epoch.from), static_cast<double>(epoch.steps),
                     static_cast<double>(epoch.to - epoch.step - epoch.steps)});
  }
  return all;
}

}  // namespace

std::vector<double> worth_of(const AlongRecord& along) {
  const std::vector<Carried> carrier = carried(along);
  std::vector<double> worth;
  for (std::size_t k = 0; k < carrier.size(); ++k)
    worth.push_back(static_cast<double>(along.epochs[k].steps) * carrier[k].all() /
                    carrier[k].timed);
  return worth;
}

TotalTime total_of(const AlongRecord& along) {
  const std::vector<Carried> carrier = carried(along);
  std::vector<double> ratio;
  for (std::size_t k = 0; k < carrier.size(); ++k)
    ratio.push_back(along.epochs[k].step_s * static_cast<double>(along.epochs[k].steps) /
                    carrier[k].timed);
  TotalTime total;
  const auto add = [&](double seconds, double least, double most) {
    total.low += seconds * std::max(0.0, least);
    total.high += seconds * most;
  };
  const std::size_t last = ratio.size() - 1;
  const auto add_end = [&](double seconds, std::size_t at, std::size_t next) {
    const double change = 0.5 * std::abs(ratio[next] - ratio[at]);
    add(seconds, ratio[at] - change, ratio[at] + change);
  };
  add_end(carrier.front().before, 0, std::min<std::size_t>(1, last));
  add_end(carrier.back().after, last, last > 0 ? last - 1 : 0);
  for (std::size_t k = 0; k <= last; ++k) {
    total.value += ratio[k] * carrier[k].all();
    add(carrier[k].timed, ratio[k], ratio[k]);
    if (k == last) break;
    add(carrier[k].after + carrier[k + 1].before, std::min(ratio[k], ratio[k + 1]),
        std::max(ratio[k], ratio[k + 1]));
  }
  // Sums in another order: the value lies between the bounds but for rounding.
  total.low = std::min(total.low, total.value);
  total.high = std::max(total.high, total.value);
  return total;
}

}  // namespace tycho::result
