#include "harness/report/lone_machine.hpp"

namespace tycho::report {

void leave_out_machine(Site& site) {
  for (Page& page : site.pages)
    for (Block& block : page.blocks) {
      auto* table = std::get_if<Table>(&block);
      if (!table) continue;
      for (std::size_t c = table->columns.size(); c-- > 1;) {
        if (table->columns[c].title != "Machine") continue;
        const auto place = static_cast<std::ptrdiff_t>(c);
        table->columns.erase(table->columns.begin() + place);
        for (auto& row : table->rows) row.erase(row.begin() + place);
      }
    }
}

}  // namespace tycho::report
