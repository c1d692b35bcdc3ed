// The cores beneath the CPU runs: with how many threads each ran and where, and who else used them.
#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

namespace {

std::string cores_text(const std::optional<double>& cores) {
  return cores ? number(*cores, 2) : std::string();
}

std::string bound_text(const result::DeviceRecord& cores) {
  if (!cores.bound_to) return cores.wait ? "free" : "";
  std::string text;
  for (const std::int64_t cpu : *cores.bound_to)
    text += (text.empty() ? "CPU " : ", ") + std::to_string(cpu);
  return text;
}

}  // namespace

std::vector<Block> cores_section(const std::string& paper, const Evidence& evidence) {
  Table table;
  table.id = slug(paper + "-cores");
  table.caption = "CPU runs: threads, their cores, and what others did meanwhile";
  table.columns = {{"Run", "", false},
                   {"Threads asked for", "", true},
                   {"Threads used", "", true},
                   {"Bound to", "", false},
                   {"Wait", "", false},
                   {"Cores of others", "", true},
                   {"Of these stolen", "", true},
                   {"Held back", "", true},
                   {"Measured again", "", true},
                   {"Machine", "", false}};
  table.folded = true;
  bool known = false;
  for (const Run& run : evidence.runs) {
    if (run.paper != paper || run.on_gpu() || !run.timing) continue;
    known |= run.cores.other_cores || run.cores.wait;
    table.rows.push_back(
        {{run.id, "", Tone::kPlain},
         {std::to_string(run.threads), "", Tone::kPlain},
         {std::to_string(run.threads_used.value_or(run.threads)), "", Tone::kPlain},
         {bound_text(run.cores), "", Tone::kPlain},
         {run.cores.wait.value_or(""), "", Tone::kPlain},
         {cores_text(run.cores.other_cores), "", Tone::kPlain},
         {cores_text(run.cores.stolen_cores), "", Tone::kPlain},
         {run.cores.held_back_s ? duration(*run.cores.held_back_s) : "", "", Tone::kPlain},
         {std::to_string(run.measured_again), "", Tone::kPlain},
         machine_cell(*run.machine)});
  }
  // Older results know nothing of it.
  if (!known) return {};
  return {std::move(table)};
}

}  // namespace tycho::report
