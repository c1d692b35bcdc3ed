#include "harness/result/along_record.hpp"

#include <algorithm>
#include <cmath>

namespace tycho::result {

namespace {

/// The carrier's time before, in and behind the timed steps of a stretch.
struct Carried {
  double before = 0, timed = 0, after = 0;
  double all() const { return before + timed + after; }
};

Carried carried(const std::vector<double>& seconds) {
  return seconds.size() == 3 ? Carried{seconds[0], seconds[1], seconds[2]} : Carried{};
}

/// A part of the step at every epoch: the carrier's time, and the time over the carrier's.
struct Part {
  std::vector<Carried> carrier;
  std::vector<double> ratio;
};

double in_steps(const EpochRecord& epoch, double step_s) {
  return step_s * static_cast<double>(epoch.steps);
}

/// Nothing where the carrier has no such stage, or either has it not at every epoch.
std::optional<Part> part_of(const AlongRecord& along, const std::string& stage) {
  Part part;
  for (const EpochRecord& epoch : along.epochs) {
    const auto own = epoch.stage_s.find(stage);
    const auto other = epoch.carrier_stage_s.find(stage);
    if (own == epoch.stage_s.end() || other == epoch.carrier_stage_s.end()) return std::nullopt;
    part.carrier.push_back(carried(other->second));
    if (!(part.carrier.back().timed > 0 && own->second > 0)) return std::nullopt;
    part.ratio.push_back(in_steps(epoch, own->second) / part.carrier.back().timed);
  }
  return part;
}

/// The step as a whole. A carrier without a time, whose clock did not move, is taken to have steps
/// that are alike.
Part step_of(const AlongRecord& along) {
  const bool timed =
      std::all_of(along.epochs.begin(), along.epochs.end(),
                  [](const EpochRecord& epoch) { return carried(epoch.carrier_s).timed > 0; });
  Part part;
  for (const EpochRecord& epoch : along.epochs) {
    const Carried counted{static_cast<double>(epoch.step - epoch.from),
                          static_cast<double>(epoch.steps),
                          static_cast<double>(epoch.to - epoch.step - epoch.steps)};
    part.carrier.push_back(timed ? carried(epoch.carrier_s) : counted);
    part.ratio.push_back(in_steps(epoch, epoch.step_s) / part.carrier.back().timed);
  }
  return part;
}

std::vector<Part> parts_of(const AlongRecord& along) {
  std::vector<Part> parts;
  for (const auto& [stage, seconds] : along.epochs.front().stage_s)
    if (auto part = part_of(along, stage)) parts.push_back(*std::move(part));
  if (parts.empty()) return {step_of(along)};
  for (std::size_t k = 0; k < along.epochs.size(); ++k) {
    double in_parts = 0;
    for (const Part& part : parts) in_parts += part.ratio[k] * part.carrier[k].timed;
    const double more = in_steps(along.epochs[k], along.epochs[k].step_s) / in_parts;
    for (Part& part : parts) part.ratio[k] *= more;
  }
  return parts;
}

/// The standard error that noise of q leaves in the sum. A second difference of white noise has six
/// times its variance; a q that changes smoothly has small ones.
double noise_of(const Part& part) {
  const std::size_t epochs = part.ratio.size();
  if (epochs < 3) return 0;
  double sum = 0;
  for (std::size_t k = 1; k + 1 < epochs; ++k) {
    const double second = part.ratio[k - 1] - 2 * part.ratio[k] + part.ratio[k + 1];
    const double error = part.carrier[k].all() * second;
    sum += error * error / 6;
  }
  return std::sqrt(sum * static_cast<double>(epochs) / static_cast<double>(epochs - 2));
}

/// What it comes to that the carrier's way is not the run's own: two runs of one system soon differ
/// in rounding, and then in how many short steps each of their steps has. By how much the timed
/// steps of the carrier differ from the mean of their stretch is how steps scatter; the sums of
/// twice as many independent ones, of both ways, differ by the root of their squares.
double other_way_of(const Part& part, const AlongRecord& along) {
  double sum = 0;
  for (std::size_t k = 0; k < part.ratio.size(); ++k) {
    const EpochRecord& epoch = along.epochs[k];
    const auto steps = static_cast<double>(epoch.to - epoch.from);
    const auto timed = static_cast<double>(epoch.steps);
    const double off = part.carrier[k].timed / timed - part.carrier[k].all() / steps;
    sum += 2 * steps * timed * off * off * part.ratio[k] * part.ratio[k];
  }
  return std::sqrt(sum);
}

/// Adds to the bounds.
void add(TotalTime& total, double seconds, double least, double most) {
  total.low += seconds * std::max(0.0, least);
  total.high += seconds * most;
}

void add(TotalTime& total, const Part& part, const AlongRecord& along) {
  const std::vector<double>& ratio = part.ratio;
  const std::size_t last = ratio.size() - 1;
  const auto add_end = [&](double seconds, std::size_t at, std::size_t next) {
    const double change = 0.5 * std::abs(ratio[next] - ratio[at]);
    add(total, seconds, ratio[at] - change, ratio[at] + change);
  };
  add_end(part.carrier.front().before, 0, std::min<std::size_t>(1, last));
  add_end(part.carrier.back().after, last, last > 0 ? last - 1 : 0);
  for (std::size_t k = 0; k <= last; ++k) {
    total.value += ratio[k] * part.carrier[k].all();
    add(total, part.carrier[k].timed, ratio[k], ratio[k]);
    if (k == last) break;
    add(total, part.carrier[k].after + part.carrier[k + 1].before, std::min(ratio[k], ratio[k + 1]),
        std::max(ratio[k], ratio[k + 1]));
  }
  constexpr double kErrors = 2;
  const double error = kErrors * std::hypot(noise_of(part), other_way_of(part, along));
  total.low -= error;
  total.high += error;
}

}  // namespace

std::vector<double> worth_of(const AlongRecord& along) {
  const std::vector<Part> parts = parts_of(along);
  std::vector<double> worth;
  for (std::size_t k = 0; k < along.epochs.size(); ++k) {
    double all = 0, timed = 0;
    for (const Part& part : parts) {
      all += part.ratio[k] * part.carrier[k].all();
      timed += part.ratio[k] * part.carrier[k].timed;
    }
    // A step that took no time is worth as much as any other.
    worth.push_back(timed > 0 ? static_cast<double>(along.epochs[k].steps) * all / timed
                              : static_cast<double>(along.epochs[k].to - along.epochs[k].from));
  }
  return worth;
}

TotalTime total_of(const AlongRecord& along) {
  TotalTime total;
  for (const Part& part : parts_of(along)) add(total, part, along);
  // Sums in another order: the value lies between the bounds but for rounding.
  total.low = std::max(0.0, std::min(total.low, total.value));
  total.high = std::max(total.high, total.value);
  return total;
}

}  // namespace tycho::result
