// Tables of what a case may say, as docs/formats.md holds them (scripts/document puts them there).
#pragma once

#include <iosfwd>

namespace tycho::cli {

void markdown_checks(std::ostream& out);
void markdown_initial_conditions(std::ostream& out);
void markdown_algorithms(std::ostream& out);

}  // namespace tycho::cli
