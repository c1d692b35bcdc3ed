// What a paper gives to the front of the site: headlines, findings, contests and pictures,
// and the times that its pages estimate.
#pragma once

#include "harness/report/json_object.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

/// Throw UsageError naming the place of what cannot be read.
Contest read_contest(Object& object);
void read_front(Object& root, Paper& paper);

}  // namespace tycho::report
