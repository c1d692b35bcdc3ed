// The pages of a report: front, a page a paper, machines side by side, history, appendix.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/report/document.hpp"
#include "harness/report/figure.hpp"
#include "harness/report/load.hpp"
#include "harness/report/published.hpp"
#include "harness/report/report.hpp"

namespace tycho::report {

/// The pages with all but their drawings. `figures` are those that pictures of the pages name;
/// `files` are tables that stand on no page.
Site make_site(const Evidence& evidence, const std::map<std::string, Paper>& papers,
               const std::string& note, const std::vector<HistoryPoint>& history,
               std::vector<Figure>& figures, std::vector<Table>& files);

/// Draws the figures into the folder and puts the drawings where pages name them. Returns the ids
/// of those that were drawn.
std::set<std::string> hang(Site& site, const std::vector<Figure>& figures,
                           const std::filesystem::path& folder);

}  // namespace tycho::report
