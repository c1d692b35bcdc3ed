#include "harness/measure/windows.hpp"

#include <algorithm>
#include <chrono>

#include "harness/measure/agreed.hpp"
#include "harness/measure/statistics.hpp"

namespace tycho::measure {

namespace {

// In one exchange, so that the marks of a long piece cost no more than those of a short one.
void agree_on(MarkedSteps& marked, Ranks& ranks) {
  marked.mean_s = mean_over(ranks, marked.stage_s);
  std::vector<double> times{marked.seconds};
  times.insert(times.end(), marked.stage_s.begin(), marked.stage_s.end());
  for (const std::vector<double>& blocks : marked.blocks)
    times.insert(times.end(), blocks.begin(), blocks.end());
  agree(ranks, times);
  auto next = times.begin();
  const auto take = [&](double& into) { into = *next++; };
  take(marked.seconds);
  for (double& sum : marked.stage_s) take(sum);
  for (std::vector<double>& blocks : marked.blocks)
    for (double& block : blocks) take(block);
}

/// Takes steps, or up to where one is due to be left; what is measured of them is not filled in.
template <typename AfterStep>
Piece take_steps(Algorithm& algorithm, StageTimer& timer, std::int64_t steps, const Due& due,
                 const AfterStep& after_step) {
  Piece taken;
  while (taken.steps < steps) {
    if (due)
      taken.within_step = !algorithm.advance_part(timer);
    else
      algorithm.advance(timer);
    if (!taken.within_step) {
      ++taken.steps;
      after_step();
    }
    if (due && due()) break;
  }
  return taken;
}

// A piece whose marks are kept at once.
MarkedSteps mark_piece(Algorithm& algorithm, SampleTimer& timer, std::int64_t steps, Timing& timing,
                       const Due& due, const Told& told) {
  Clock& clock = algorithm.clock();
  const Traffic before = timing.ranks->traffic();
  clock.clear();
  const int first = clock.mark();
  const auto began = HostTime::now();
  std::int64_t ended = 0;
  bool long_steps = false;  // by the first: the clock is not read behind each
  const Piece taken = take_steps(algorithm, timer, steps, due, [&] {
    timer.end_step();
    if (++ended == 1) long_steps = told && seconds_since(began) > kSlowStep;
    if (long_steps) told(ended);
  });
  if (taken.within_step) timer.end_part();
  const int last = clock.mark();
  clock.wait();
  timing.received += timing.ranks->traffic() - before;
  MarkedSteps marked;
  marked.steps = taken.steps;
  marked.within_step = taken.within_step;
  marked.seconds = clock.between(first, last).count();
  for (const std::vector<double>& samples : timer.collect()) {
    double sum = 0;
    std::vector<double>& blocks = marked.blocks.emplace_back();
    for (std::size_t from = 0; from < samples.size(); from += kMarkedBlock) {
      // What is left at the end joins the last block, or is one where there is no other.
      const std::size_t left = samples.size() - from;
      if (left < kMarkedBlock && from > 0) break;
      const auto begin = samples.begin() + static_cast<std::ptrdiff_t>(from);
      const bool last_block = left < 2 * kMarkedBlock;
      const auto end = last_block ? samples.end() : begin + kMarkedBlock;
      blocks.push_back(mean({begin, end}));
    }
    for (const double sample : samples) sum += sample;
    marked.stage_s.push_back(sum);
  }
  agree_on(marked, *timing.ranks);
  return marked;
}

}  // namespace

std::vector<double> work_shares(Algorithm& algorithm, const Contract& contract) {
  algorithm.settle();
  std::vector<double> shares;
  for (std::size_t s = 0; s < contract.stages.size(); ++s)
    shares.push_back(algorithm.work_share(static_cast<int>(s)));
  return shares;
}

Piece piece(Algorithm& algorithm, StageTimer& timer, std::int64_t steps, Timing& timing,
            const Due& due) {
  Clock& clock = algorithm.clock();
  Piece taken;
  {
    const CountWaits waits(clock, timing.host_waits);
    clock.clear();
    const auto begin = HostTime::now();
    const int first = clock.mark();
    taken = take_steps(algorithm, timer, steps, due, [] {});
    const int last = clock.mark();
    const double host_s = seconds_since(begin);
    const bool never_waited = !of_host(clock) && waits.so_far() == 0;
    clock.wait();
    taken.seconds = timing.ranks->agree(clock.between(first, last).count());
    if (never_waited && !taken.within_step) {
      ++timing.enqueued.windows;
      timing.enqueued.steps += taken.steps;
      timing.enqueued.host_s += host_s;
      timing.enqueued.window_s += taken.seconds;
    }
  }
  if (timing.host_waits && taken.within_step) --*timing.host_waits;
  return taken;
}

double window(Algorithm& algorithm, StageTimer& timer, std::int64_t steps, Timing& timing) {
  const auto begin = HostTime::now();
  const double seconds = piece(algorithm, timer, steps, timing).seconds;
  timing.windows.push_back({begin, HostTime::now(), steps});
  return seconds;
}

void MarkedSteps::add(const MarkedSteps& more) {
  steps += more.steps;
  seconds += more.seconds;
  within_step = more.within_step;
  stage_s.resize(more.stage_s.size());
  blocks.resize(more.blocks.size());
  mean_s.resize(more.mean_s.size());
  for (std::size_t s = 0; s < stage_s.size(); ++s) {
    stage_s[s] += more.stage_s[s];
    mean_s[s] += more.mean_s[s];
    blocks[s].insert(blocks[s].end(), more.blocks[s].begin(), more.blocks[s].end());
  }
}

MarkedSteps mark_steps(Algorithm& algorithm, SampleTimer& timer, std::int64_t steps, Timing& timing,
                       const Due& due, const Told& told) {
  MarkedSteps marked;
  std::int64_t at_ends = 0;  // waits for what a piece measured
  {
    const CountWaits waits(algorithm.clock(), timing.marked_waits);
    for (bool left = false; marked.steps < steps && !left; at_ends += 2) {
      const std::int64_t asked = std::min(steps - marked.steps, kMostMarkedSteps);
      const Told of_all =
          told ? Told([&](std::int64_t piece) { told(marked.steps + piece); }) : Told();
      const MarkedSteps more = mark_piece(algorithm, timer, asked, timing, due, of_all);
      left = more.steps < asked;
      marked.add(more);
    }
  }
  if (timing.marked_waits) *timing.marked_waits -= at_ends;
  return marked;
}

void set_stages(const MarkedSteps& marked, const SampleTimer& timer, const Clock& clock,
                StageSampling sampling, Timing& timing) {
  std::vector<double> calls = timer.calls_per_step();
  agree(*timing.ranks, calls);
  timing.stages.clear();
  timing.steps_marked = marked.steps;
  for (std::size_t s = 0; s < marked.stage_s.size(); ++s) {
    const double all = marked.stage_s[s] / static_cast<double>(marked.steps);
    const bool one = sampling == StageSampling::kOneMean || calls[s] < 1;
    timing.stages.push_back({std::string(clock.method()),
                             calls[s],
                             one ? std::vector<double>{all} : marked.blocks[s],
                             all,
                             {}});
    if (!timing.ranks->alone())
      timing.stages.back().rank_mean_s = marked.mean_s[s] / static_cast<double>(marked.steps);
  }
}

}  // namespace tycho::measure
