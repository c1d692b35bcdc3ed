// A line of a comparison: one stage, one check or one whole run, and what became of it.
#pragma once

#include <optional>
#include <string>

namespace tycho::compare {

/// Worst first: the comparison has the verdict of its worst row that is open and not waived.
enum class Verdict { kNumericallyDifferent, kMissing, kSlower, kAmbiguous, kFaster, kSame };

constexpr const char* in_words(Verdict verdict) {
  switch (verdict) {
    case Verdict::kNumericallyDifferent:
      return "numerically different";
    case Verdict::kMissing:
      return "missing";
    case Verdict::kSlower:
      return "slower";
    case Verdict::kAmbiguous:
      return "ambiguous";
    case Verdict::kFaster:
      return "faster";
    case Verdict::kSame:
      break;
  }
  return "same";
}

/// What the processes of two sides say of one time. Where the spread is not known, there is neither
/// an interval nor a test.
struct Timed {
  double base_s = 0, new_s = 0;  // the level of the processes, seconds per step
  double change = 0;             // relative: 0.05 is 5% more time
  std::optional<double> spread;  // what two processes of one program differ by, sigma, relative
  int degrees_of_freedom = 0;    // that it was learned from; kKnown where it is assumed
  double low = 0, high = 0;      // 95% interval of the change
  double p = 1;                  // chance of such a change where nothing changed
  double corrected_p = 1;        // for all rows tested together
  double step_share = 0;         // the change in seconds, over the base's step
  int base_samples = 0, new_samples = 0, base_processes = 0, new_processes = 0;
};

struct Row {
  std::string run;
  /// "step", a stage, "check <name>", or empty for the run as a whole.
  std::string what;
  Verdict verdict = Verdict::kSame;
  std::string reason;  // one phrase; empty for a plain "same"
  std::optional<Timed> timed;
  /// Whether the row counts for the comparison's verdict. Not an `ambiguous` that leaves nothing
  /// open: too few samples without a relevant difference, two methods, a replay whose step is
  /// still.
  bool open = true;
  std::string waiver;  // the reason of the waiver that excuses it
};

}  // namespace tycho::compare
