// What is known of a run before it ran: the part of its record that says what it is.
#pragma once

#include "harness/case/plan.hpp"
#include "harness/result/run_record.hpp"

namespace tycho {

result::RunDescription describe(const RunSpec& run);

}  // namespace tycho
