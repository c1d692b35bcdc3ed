#include "harness/report/lone_machine.hpp"

namespace tycho::report {

namespace {

void leave_out_machine_of(Table& table) {
  for (std::size_t c = table.columns.size(); c-- > 1;) {
    if (table.columns[c].title != "Machine") continue;
    const auto place = static_cast<std::ptrdiff_t>(c);
    table.columns.erase(table.columns.begin() + place);
    for (auto& row : table.rows) row.erase(row.begin() + place);
  }
}

}  // namespace

void leave_out_machine(Site& site, std::vector<Table>& files) {
  for (Page& page : site.pages)
    for (Block& block : page.blocks)
      if (auto* table = std::get_if<Table>(&block)) leave_out_machine_of(*table);
  for (Table& table : files) leave_out_machine_of(table);
}

}  // namespace tycho::report
