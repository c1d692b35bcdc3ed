// The checks of a run against one another and against where it was cut.
#pragma once

#include "harness/result/run_record.hpp"
#include "harness/result/where.hpp"
#include "harness/verify/verify.hpp"

namespace tycho::verify {

/// A check passes where its value is within the limit; only a run that was cut, which is before its
/// end, has checks that were not judged.
void check_judged(const result::RunRecord& run, const result::Where& at, Findings& findings);

}  // namespace tycho::verify
