// The windows of an evolution, one after another. For a checkpoint, a window can be interrupted
// within a step and continued, in this sitting or another: its time is then the sum over its
// pieces, without the time between them.
#pragma once

#include "harness/measure/second_passage.hpp"
#include "harness/measure/windows.hpp"

namespace tycho::measure {

class WayWindows {
 public:
  /// With marks where `marked` is given. All must live as long as this.
  WayWindows(Algorithm& algorithm, const Contract& contract, MarkedWay* marked, Timing& timing)
      : algorithm_(algorithm), silent_(contract.stages), marked_(marked), timing_(timing) {}

  /// Takes `steps` steps as a window of the timing: fewer where a state is due to be kept; of a
  /// window that was left within a step, what is left of the step. False where the window is left
  /// within a step, as the timing's open one. `told` hears of long steps with marks.
  bool take(std::int64_t steps, const Due& due, const Told& told = {});

 private:
  Algorithm& algorithm_;
  SilentTimer silent_;
  MarkedWay* marked_;
  Timing& timing_;
};

}  // namespace tycho::measure
