// Lines that lie on each other are drawn once, and said to.
#pragma once

#include "harness/report/figure.hpp"

namespace tycho::report {

/// Of series with the same x whose y differ by less than an eye sees, at all points or at nearly
/// all, the first stays and bears the labels of the others.
void merge_coinciding(Panel& panel);

}  // namespace tycho::report
