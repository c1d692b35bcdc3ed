#include "harness/measure/second_passage.hpp"

#include <algorithm>

#include "harness/measure/replay.hpp"
#include "harness/measure/windows.hpp"

namespace tycho::measure {

namespace {

// Stretches of a long passage, of which the first begins with the initial state.
constexpr std::int64_t kStretches = 6;
// What all kept states together may take, and what one takes of a particle: that of the GRAPE-6
// client, the largest, has 18 numbers.
constexpr std::size_t kMostKeptBytes = std::size_t{4} << 30;
constexpr std::size_t kStateBytes = 24 * sizeof(double);
// Of a step, the part that its marks may cost without being felt.
constexpr double kUnfelt = 0.01;

struct Stretch {
  std::size_t window;  // its first
  State enter;
};

std::vector<Stretch> stretches_of(const Subject& subject, const std::vector<KeptState>& kept,
                                  std::size_t windows) {
  std::vector<Stretch> all{{0, [&] { subject.algorithm.load(subject.initial); }}};
  for (const KeptState& state : kept)
    if (state.window < windows)  // the time may have been spent before
      all.push_back(
          {state.window, [&] { subject.algorithm.restore(subject.initial, state.checkpoint); }});
  return all;
}

// Windows that follow one another are one span.
void add_span(std::vector<StepSpan>& spans, std::int64_t from, std::int64_t steps) {
  if (!spans.empty() && spans.back().to == from)
    spans.back().to += steps;
  else
    spans.push_back({from, from + steps});
}

}  // namespace

bool KeptStates::fit(std::size_t particles) {
  return (kStretches - 1) * kStateBytes * particles <= kMostKeptBytes;
}

void KeptStates::before(std::size_t window, std::int64_t taken, Algorithm& algorithm) {
  const auto begin_of = [&](std::int64_t stretch) { return steps_ * stretch / kStretches; };
  if (!any_ || next_ >= kStretches || taken == 0 || taken < begin_of(next_)) return;
  // Of a later sitting the first window may lie in any stretch: those behind it are passed over.
  do ++next_;
  while (next_ < kStretches && begin_of(next_) <= taken);
  std::vector<double> state = algorithm.checkpoint();
  const std::size_t bytes = state.size() * sizeof(double);
  any_ = !state.empty() && bytes * (kept_.size() + 1) <= kMostKeptBytes;
  if (any_) kept_.push_back({window, std::move(state)});
}

bool marks_unfelt(Algorithm& algorithm, const Contract& contract, double step_s, Ranks& ranks) {
  if (!of_host(algorithm.clock())) return false;
  const double marks = 2 * static_cast<double>(contract.stages.size());
  return marks * ranks.agree(algorithm.clock().cost().count()) <= kUnfelt * step_s;
}

Piece MarkedWay::piece(std::int64_t steps, const Due& due, const Told& told) {
  const std::int64_t before = timing_.marked_waits.value_or(0);
  const MarkedSteps more = mark_steps(algorithm_, marking_, steps, timing_, due, told);
  if (timing_.marked_waits)
    timing_.host_waits = timing_.host_waits.value_or(0) + *timing_.marked_waits - before +
                         (more.within_step ? 0 : 1);
  marked_.add(more);
  return {more.steps, more.seconds, more.within_step};
}

void MarkedWay::end_window(std::int64_t steps) { add_span(timing_.marked, timing_.evolved, steps); }

std::vector<double> MarkedWay::calls() const {
  std::vector<double> calls(marking_.calls().begin(), marking_.calls().end());
  for (std::size_t s = 0; s < calls.size() && !earlier_calls_.empty(); ++s)
    calls[s] += earlier_calls_.at(s);
  return calls;
}

nlohmann::json MarkedWay::kept() const {
  auto spans = nlohmann::json::array();
  for (const StepSpan& span : timing_.marked) spans.push_back({span.from, span.to});
  return {{"steps", marked_.steps},     {"seconds", marked_.seconds},
          {"stage_s", marked_.stage_s}, {"calls", calls()},
          {"spans", std::move(spans)},  {"waits", timing_.marked_waits.value_or(-1)}};
}

void MarkedWay::go_on_from(const nlohmann::json& kept) {
  marked_.steps = kept.at("steps");
  marked_.seconds = kept.at("seconds");
  marked_.stage_s = kept.at("stage_s").get<std::vector<double>>();
  earlier_calls_ = kept.at("calls").get<std::vector<double>>();
  for (const nlohmann::json& span : kept.at("spans"))
    timing_.marked.push_back({span.at(0), span.at(1)});
  const std::int64_t waits = kept.at("waits");
  if (waits >= 0) timing_.marked_waits = waits;
}

void MarkedWay::end() {
  if (marked_.steps == 0) return;  // all steps were taken in earlier sittings, without marks
  timing_.marks_in_headline = true;
  timing_.mark_cost_s = timing_.ranks->agree(algorithm_.clock().cost().count());
  timing_.clean_step_s = marked_.seconds / static_cast<double>(marked_.steps);
  timing_.marked_step_s = {timing_.clean_step_s};
  timing_.stage_windows = {begin_, HostTime::now(), 0};
  set_stages(marked_, marking_, algorithm_.clock(), StageSampling::kOneMean, timing_);
  const std::vector<double> all_calls = calls();
  for (std::size_t s = 0; s < timing_.stages.size() && !earlier_calls_.empty(); ++s)
    timing_.stages[s].calls = all_calls[s] / static_cast<double>(marked_.steps);
}

void mark_second_passage(const Subject& subject, const KeptStates& kept, double seconds,
                         Timing& timing) {
  Algorithm& algorithm = subject.algorithm;
  const Contract& contract = subject.contract;
  timing.mark_cost_s = timing.ranks->agree(algorithm.clock().cost().count());
  const std::size_t windows = timing.windows.size();
  std::vector<Stretch> stretches = stretches_of(subject, kept.all(), windows);
  const auto clean_s = [&](std::size_t w) {
    return timing.step_s[w] * static_cast<double>(timing.windows[w].steps);
  };
  // Marks around every stage may take longer than the step of a few bodies.
  const double marks_s = 2 * static_cast<double>(contract.stages.size()) * timing.mark_cost_s;
  const auto marked_s = [&](std::size_t w) {
    return clean_s(w) + marks_s * static_cast<double>(timing.windows[w].steps);
  };
  double all_s = 0;
  for (std::size_t w = 0; w < windows; ++w) all_s += marked_s(w);
  const bool whole = all_s <= seconds;
  const double each_s = seconds / static_cast<double>(stretches.size());

  SampleTimer marking(contract.stages, algorithm.clock());
  MarkedSteps marked;
  double clean = 0;
  const auto start = HostTime::now();
  std::int64_t at = 0;  // steps before the window
  double spent = 0;     // of the stretch
  bool ended = false;   // whether the stretch is
  std::size_t next = 0;
  for (std::size_t w = 0; w < windows; at += timing.windows[w].steps, ++w) {
    const bool begins = next < stretches.size() && stretches[next].window == w;
    if (begins) {
      // A whole passage goes on where it is: the state is this one, to the bit.
      if (w == 0 || !whole) stretches[next].enter();
      spent = 0;
      ended = false;
      ++next;
    }
    ended = ended || (!whole && !begins && spent + marked_s(w) > each_s);
    if (ended) continue;
    subject.progress("timing the stages", static_cast<double>(w) / static_cast<double>(windows));
    std::int64_t steps = timing.windows[w].steps;
    // Of a window that is much too long, as many steps as fit.
    if (!whole && marked_s(w) > 2 * each_s)
      steps = std::max<std::int64_t>(
          1, static_cast<std::int64_t>(each_s / (timing.step_s[w] + marks_s)));
    const MarkedSteps more = mark_steps(algorithm, marking, steps, timing);
    spent += more.seconds;
    clean += timing.step_s[w] * static_cast<double>(steps);
    add_span(timing.marked, at, steps);
    marked.add(more);
    ended = steps < timing.windows[w].steps;
  }
  const double steps = static_cast<double>(marked.steps);
  timing.marked_step_s = {marked.seconds / steps};
  timing.clean_step_s = clean / steps;
  set_stages(marked, marking, algorithm.clock(), StageSampling::kOneMean, timing);
  std::vector<State> states;
  for (Stretch& stretch : stretches) states.push_back(std::move(stretch.enter));
  replay_short_stages(subject, states, timing);
  timing.stage_windows = {start, HostTime::now(), 0};
}

}  // namespace tycho::measure
