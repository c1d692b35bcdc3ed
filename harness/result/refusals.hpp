// What is refused although every value is of its type and range: values of one record that
// contradict each other. This is the place for whatever else a reader must not take from a file.
// All who read a result read it through here.
#pragma once

#include "harness/result/result.hpp"
#include "harness/result/where.hpp"

namespace tycho::result {

/// Each is called with a record of which all values were read.
void refuse(const Curve& curve, const Where& at, Findings& findings);
void refuse(const Orbits& orbits, const Where& at, Findings& findings);
void refuse(const PictureRecord& picture, const Where& at, Findings& findings);
void refuse(const RunRecord& run, const Where& at, Findings& findings);
void refuse(const ResultFile& file, const Where& at, Findings& findings);

}  // namespace tycho::result
