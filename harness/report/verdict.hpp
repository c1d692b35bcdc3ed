// What becomes of a claim: a verdict, reached over values that have intervals.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/report/load.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

enum class Verdict {
  kHolds,
  kDoesNotHold,
  kUndecided,      // there are runs, but intervals, free threads or sizes forbid a verdict
  kNotMeasurable,  // there is nothing to decide by
};

struct Finding {
  Verdict verdict = Verdict::kNotMeasurable;
  std::string observed;  // what was seen, at which size and over how many steps; or why nothing was
};

/// Whether a quantity is a time or follows from one. Times have noise; what a run counted or
/// computed comes out the same again.
bool is_time(const std::string& quantity);

/// A quantity of a run, with what is known of its noise. A time that was measured once has no
/// interval; it is given kWidestInterval to either side, and decides where a bound is further off.
struct Measured {
  const Run* run = nullptr;
  Estimate value;
  bool noisy = false;  // its interval is wider than kWidestInterval
  bool once = false;
  bool untold = false;     // a time of CPU threads that nobody bound to cores
  std::int64_t steps = 0;  // that were timed; of what is no time, that the run went
};

/// Nothing where the run does not hold the quantity.
std::optional<Measured> measured(const Run& run, const std::string& quantity);

/// What one value says of a bound. An interval decides where all of it lies on one side of the
/// bound, however wide it is. A time of threads that nobody bound to cores decides nothing.
enum class Answer { kWithin, kBeyond, kNoise, kUntold };

/// Whether one of the values is a time of unbound threads.
bool any_untold(const std::vector<Measured>& values);

/// Noise where the interval reaches over a bound. NaN lies beyond every bound.
Answer place(const Estimate& value, const Bounds& bounds);

/// From the least to the most that the quotient can be.
Estimate quotient(const Estimate& over, const Estimate& under);

/// Whether a test is of parts of the step, which are shown in percent.
bool is_of_shares(const nlohmann::json& test);

/// Collects what runs say of a claim that must hold everywhere. One answer beyond the bounds is
/// enough against the claim. One interval that reaches over a bound, or a time of threads that
/// nobody bound to cores, leaves the claim undecided, and so does what the claim speaks of and was
/// not run.
class Trial {
 public:
  explicit Trial(const nlohmann::json& test);

  void add(const Measured& value);
  void add_ratio(const Measured& over, const Measured& under);
  /// An answer of another kind; the values stand for themselves.
  void add(Answer answer, const std::vector<Measured>& values);
  /// What the claim speaks of was not run there ("unroll = 32, N = 8"); `instead` was.
  void add_not_run(const std::string& where, const Measured& instead);

  bool empty() const { return answers_ == 0 && too_small_.empty() && not_run_.empty(); }
  /// What was seen is the values and `unit` ("over 3 pairs"), or `instead` where that is not empty.
  Finding finding(const std::string& unit = "", const std::string& instead = "") const;

 private:
  void count(Answer answer);
  void give(const Estimate& value, const std::vector<Measured>& from);
  void note(const Measured& value);
  std::string seen(const std::string& unit) const;
  std::string basis() const;
  std::string missing() const;
  std::string why_undecided() const;

  Bounds bounds_;
  std::set<std::int64_t> wanted_;  // the sizes of which the claim speaks; empty: any
  std::int64_t least_n_ = 0;       // smaller runs do not decide
  std::int64_t published_n_ = 0;   // the paper's own size; 0: not said
  bool shares_ = false;            // shown in percent
  bool factors_ = false;           // shown with the digits of factors
  std::vector<Estimate> values_, too_small_;
  std::vector<std::string> not_run_;  // where
  int answers_ = 0, beyond_ = 0, noise_ = 0, untold_ = 0;
  double widest_ = 0;
  bool once_ = false, any_untold_ = false;
  std::set<std::int64_t> sizes_, steps_, passages_;  // passages: of steps that are intervals
};

}  // namespace tycho::report
