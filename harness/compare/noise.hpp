// What else than a change of speed may set two sets of timings apart.
#pragma once

#include <span>
#include <vector>

namespace tycho::compare {

/// The samples of one stage as one process measured them, in their order. Two processes on one
/// machine differ by more than the samples of either would tell: memory lies elsewhere, another
/// clock, another neighbour.
using Session = std::vector<double>;
using Sessions = std::vector<Session>;

std::vector<double> pooled(const Sessions& sessions);

/// By how much neighbouring samples that resemble each other widen the distribution of a rank sum:
/// (1 + r) / (1 - r) of the correlation r of neighbours' ranks, pooled over all sessions; 1 where
/// it is not significant at 5%, which a truly independent series mostly gives.
double inflation(const Sessions& base, const Sessions& fresh);

/// Whether either median lies among this central part of the other's samples.
bool within_spread(std::span<const double> base, std::span<const double> fresh, double central);

/// How far the fastest tenth of the samples moved. What disturbs a run makes it slower, at times or
/// for long; what makes the program slower makes its fastest samples slower, too.
double floor_shift(std::span<const double> base, std::span<const double> fresh);

/// The largest step between the first and the second half of a session, in the samples' unit; of
/// sessions of at least eight samples.
double largest_drift(const Sessions& sessions);

/// How far apart the medians of the sessions lie; 0 for a single one.
double session_range(const Sessions& sessions);

}  // namespace tycho::compare
