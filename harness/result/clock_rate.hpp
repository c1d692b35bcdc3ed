// The clock of this processor by measurement, for systems that do not tell it: most virtual
// machines.
#pragma once

namespace tycho::result {

/// Cycles a microsecond, from the time of a chain of operations of which each takes one cycle and
/// needs the result of the one before. The highest of some short trials, to 10 MHz, measured once a
/// process; 0 on an architecture whose chain is not written here.
double measured_clock_mhz();

}  // namespace tycho::result
