// The times of stages over a row of measurements: over commits, drivers or days.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/report/paper_page.hpp"
#include "harness/report/report.hpp"

namespace tycho::report {

/// A page with a figure for every contest of the papers and a table of all whole steps. Nothing for
/// fewer than two points.
std::vector<Page> history_pages(const std::vector<HistoryPoint>& history,
                                const std::map<std::string, Paper>& papers, PageParts& parts);

}  // namespace tycho::report
