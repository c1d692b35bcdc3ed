// What is changed of an older result where it is read, so that it says what a result of today would
// say. The recorded file stays as it is.
//
// A change is one of these:
//   - a number that was counted or measured wrongly then: corrections(), here;
//   - a name: of a setting or a suite (current_names.hpp; the names are the contracts'), with
//     the id of the run;
//   - a key that is gone: Reader::former in fields.hpp.
// What was right by the contract of its day, and is not held to today's, is no change: it is in
// Contract::former_counts.
#pragma once

#include <span>
#include <string_view>

#include "harness/result/run_record.hpp"

namespace tycho::result {

/// A change to runs that began on or after `from` and before `until`.
struct Correction {
  std::string_view from, until;  // as `started` of a run is written, or the beginning of it
  std::string_view reason;
  void (*apply)(RunRecord& run);
};

std::span<const Correction> corrections();

/// Applies what holds for the day of the run.
void correct(RunRecord& run);

}  // namespace tycho::result
