// A toy algorithm whose steps take as long as a curve says, by a clock of its own: bodies go one
// unit along x in every step, so that a run that is loaded with another one's particles knows how
// far it is.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "core/algorithm.hpp"

namespace tycho::walkers {

/// Seconds of the n-th step, counted from 0.
using Cost = std::function<double(double step)>;

enum StageId { kThink, kWalk };
/// Of a step's time, the part of the first of its two stages.
inline constexpr double kThinking = 0.75;

const Contract& contract();

struct Habits {
  Cost cost;  // of both stages, or of the first where the second has its own
  Cost walk{};
  double speed = 1;       // units a step
  bool reversed = false;  // stores its bodies in the reversed order, and without their marks
  int steps_left = -1;    // before its process is killed; -1: it is not
};

/// What a walker throws whose process is killed.
struct Killed {};

std::unique_ptr<Algorithm> make(Habits habits);

/// One, on the CPU: `pace` = slow takes 2 + 0.05 n^2 / 40 seconds for the n-th step, fast a
/// hundredth of 1 + n / 40.
std::span<const Implementation> implementations();
double slow(double step);
double fast(double step);

/// Bodies at x = 0, with other marks and ids each.
Particles bodies(std::size_t count);

}  // namespace tycho::walkers
