// A result against the cases it says it ran: the limits and checks of the case, its settings, its
// steps, and the work that the algorithm's contract counts.
#pragma once

#include "harness/result/result.hpp"
#include "harness/verify/case_shelf.hpp"
#include "harness/verify/verify.hpp"

namespace tycho::verify {

struct AgainstCases {
  Findings findings;
  /// What differs and may have been right when the result was made, and what was not looked at.
  Findings notes;
};

/// With the case of the result's own commit every difference is a finding, except from a default
/// of another program. With another case (no history here, or changes that nobody committed) notes
/// are: another label, reason or number of steps, repeats or epochs, another limit with the same
/// verdict, a further check, and a run that the case lacks.
AgainstCases check_against_cases(const result::Result& result, CaseShelf& shelf);

}  // namespace tycho::verify
