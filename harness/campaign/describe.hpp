// What is known of a run before it ran: the part of its record that says what it is.
#pragma once

#include "harness/case/plan.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::campaign {

result::RunDescription describe(const cases::RunSpec& run);

}  // namespace tycho::campaign
