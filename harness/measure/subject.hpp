// What is measured: an algorithm, the particles that it begins with, and who is told how far it is.
#pragma once

#include "core/algorithm.hpp"
#include "core/ranks/ranks.hpp"
#include "harness/measure/progress.hpp"

namespace tycho::measure {

/// All that it refers to must outlive it.
struct Subject {
  Algorithm& algorithm;
  const Contract& contract;  // of the algorithm
  const Particles& initial;
  const Progress& progress;
  Ranks& ranks = alone();  // the processes that share the steps
};

}  // namespace tycho::measure
