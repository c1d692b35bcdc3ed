// What the samples of one process show of the noise that it had. Several processes show more
// (spread.hpp); where there are few, this is what can be looked at.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace tycho::compare {

/// The samples of one stage as one process measured them, in their order.
using Session = std::vector<double>;
using Sessions = std::vector<Session>;

/// Whether either median lies among this central part of the other's samples.
bool within_spread(std::span<const double> base, std::span<const double> fresh, double central);

/// What samples scatter by, over their median: half of what their central 80% spans.
double scatter_of(std::span<const double> samples);

/// Of two runs whose samples are of different states, one window after the other: what the change
/// of all windows together is off by (one standard error, relative) as their changes one by one
/// tell. Nothing where the numbers of windows differ, or are below two.
std::optional<double> scatter_one_by_one(const Sessions& base, const Sessions& fresh);

/// How far the fastest tenth of the samples moved. What disturbs a run makes it slower, at times or
/// for long; what makes the program slower makes its fastest samples slower, too.
double floor_shift(std::span<const double> base, std::span<const double> fresh);

/// How far the drifts of sessions may have moved the mean of all of them, in the samples' unit: a
/// session drifts from its beginning to its end by twice the step between the medians of its
/// halves, and the mean of n sessions is off by the root of their mean square over that of n. Of
/// sessions of at least four samples.
double drift(const Sessions& sessions);

}  // namespace tycho::compare
