// What the program's exit code means. Documented in the README and in `tycho --help`.
#pragma once

namespace tycho::cli {

enum ExitCode : int {
  kOk = 0,
  kFailures = 1,     // a run failed or a check did not hold
  kUsage = 2,        // a bad option, case or folder; nothing was run
  kUnavailable = 3,  // something requested by name is not on this machine
  kCannotWrite = 4,  // no room for an output, or for a process; what is there is whole
  // What `tycho compare` found, the worst of it:
  kFaster = 10,
  kSlower = 11,
  kNumericallyDifferent = 12,
  kAmbiguous = 13,  // a difference that clocks, spread or too few samples may explain
  kMissing = 14,    // runs or checks that BASE has and NEW should have
  kInterrupted = 130,
};

}  // namespace tycho::cli
