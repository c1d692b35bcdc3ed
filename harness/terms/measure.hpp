// What a case measures.
#pragma once

namespace tycho::terms {

enum class Measure {
  kTiming,      // time windows of steps, stage by stage
  kEvolution,   // one long run, sampled on its way: energy, orbits
  kInterval,    // a stretch of time after a lead-in, as a whole
  kComparison,  // step by step beside the reference: where the two part
};

}  // namespace tycho::terms
