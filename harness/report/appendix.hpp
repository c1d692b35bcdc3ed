// The appendix, for whoever doubts a number: every run, stage by stage, and where it was made.
#pragma once

#include <string>
#include <vector>

#include "harness/report/paper_page.hpp"

namespace tycho::report {

/// All runs, ceilings and provenance, and a page a paper with stages, rooflines and checks.
std::vector<Page> appendix_pages(const std::vector<std::string>& keys, PageParts& parts);

/// Machines side by side; nothing where there is one machine.
std::vector<Page> machine_pages(const std::vector<std::string>& keys, PageParts& parts);

}  // namespace tycho::report
