#include "harness/report/exhibit.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

namespace {

/// One row for each leaf: "gpu / driver".
void add_rows(const nlohmann::json& from, const std::string& path, Table& table) {
  for (const auto& [key, value] : from.items()) {
    const std::string name = path.empty() ? key : path + " / " + key;
    if (value.is_object()) {
      add_rows(value, name, table);
    } else {
      // A clock of 0 is one that nobody knows.
      const bool unknown = key == "clock_mhz" && value == 0;
      table.rows.push_back({{name, "", Tone::kPlain},
                            {value.is_null() ? "none"
                             : unknown       ? "not known"
                                             : text_of(value),
                             "", Tone::kPlain}});
    }
  }
}

}  // namespace

std::vector<Block> provenance_section(const Evidence& evidence) {
  std::vector<Block> blocks{Heading{2, "Provenance", "provenance"}};
  const auto machines = machines_of(evidence);
  for (const auto& machine : machines) {
    Table table;
    // A report of one machine lies in its folder: file names need not repeat it.
    table.id = machines.size() == 1
                   ? "provenance"
                   : slug("provenance-" + machine->name + (machine->recorded ? "-recorded" : ""));
    const std::string note = recorded_note(*machine);
    table.caption = machine->name + (note.empty() ? ", measured here" : ": " + note);
    table.columns = {{"Key", "", false}, {"Value", "", false}};
    table.searched = true;
    nlohmann::json provenance = to_json(machine->provenance);
    provenance["build"]["commit"] = commits_of_machine(machine->name, evidence);
    add_rows(provenance, "", table);
    blocks.push_back(std::move(table));
  }
  return blocks;
}

}  // namespace tycho::report
