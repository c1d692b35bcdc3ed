// Where all was measured on one machine its name in every row says nothing.
#pragma once

#include "harness/report/document.hpp"

namespace tycho::report {

/// Takes the column "Machine" out of the tables of all pages and files. A table whose rows are
/// machines keeps it.
void leave_out_machine(Site& site, std::vector<Table>& files);

}  // namespace tycho::report
