// Lines that lie on each other are drawn once, and said to.
#pragma once

#include "harness/report/figure.hpp"

namespace tycho::report {

/// Of series with the same x whose y differ by less than an eye sees, the first stays and bears all
/// the labels.
void merge_coinciding(Panel& panel);

}  // namespace tycho::report
