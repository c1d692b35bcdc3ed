// Student's t: how far a difference may lie off by chance where the spread it is held against was
// itself learned from few measurements.
#pragma once

#include <limits>

namespace tycho::statistics {

/// Degrees of freedom of a spread that is taken as known: t is then a normal variable.
inline constexpr int kKnown = std::numeric_limits<int>::max();

/// Chance that t lies at least this far from 0, either way.
double student_p(double t, int degrees_of_freedom);

/// The t that this chance belongs to.
double student_t(double p, int degrees_of_freedom);

}  // namespace tycho::statistics
