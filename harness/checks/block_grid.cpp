// How many particles are off the grid of block time steps: at another time than all others at the
// end of a step, or at a time that their own step does not divide.
#include "core/formulas/block_step.hpp"
#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (!observed.field) return lacking("field");
  const std::vector<double> time = observed.field("block_time"),
                            step = observed.field("block_step");
  if (time.size() != observed.final->size() || step.size() != time.size())
    return lacking("block_time");
  const double end = observed.settings->dt() * static_cast<double>(observed.verified_steps);
  double off = 0, shortest = step[0], longest = step[0];
  for (std::size_t i = 0; i < time.size(); ++i) {
    const bool sound = step[i] > 0 && hermite::power_of_two_below(step[i]) == step[i] &&
                       hermite::on_grid(time[i], step[i]) && time[i] == end;
    off += !sound;
    shortest = std::min(shortest, step[i]);
    longest = std::max(longest, step[i]);
  }
  return {off, {{"time", end}, {"shortest_step", shortest}, {"longest_step", longest}}};
}

}  // namespace

const Kind& block_grid() {
  static const Kind kind{"block_grid", "particles off the grid of block time steps",
                         {},           Needs::kNothing,
                         measure,      Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
