// What a paper gives to its page: the tables and figures that are made from its numbers and from
// runs.
#pragma once

#include "harness/report/json_object.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

/// Of the paper only the values are asked for. Throws UsageError naming the place of what cannot be
/// read.
Exhibit read_exhibit(Object& object, const Paper& paper);

}  // namespace tycho::report
