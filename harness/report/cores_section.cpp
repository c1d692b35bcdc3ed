// The cores beneath the CPU runs: with how many threads each ran and where, and who else used them.
#include <algorithm>
#include <map>
#include <utility>

#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

namespace {

std::string cores_text(const std::optional<double>& cores) {
  return cores ? number(*cores, 2) : std::string();
}

int threads_of(const Run& run) { return run.threads_used.value_or(run.threads); }

std::string bound_text(const result::DeviceRecord& cores) {
  if (!cores.bound_to) return cores.wait ? "free" : "";
  std::string text;
  for (const std::int64_t cpu : *cores.bound_to)
    text += (text.empty() ? "CPU " : ", ") + std::to_string(cpu);
  return text;
}

/// What the best of the runs on as many threads of a machine had of their cores.
class BestCores {
 public:
  explicit BestCores(const Evidence& evidence) {
    for (const Run& run : evidence.runs)
      if (run.cores.core_gops) {
        double& best = gops_[{run.machine->name, threads_of(run)}];
        best = std::max(best, *run.cores.core_gops);
      }
  }
  bool had_less(const Run& run) const {
    constexpr double kEnough = 0.9;
    return run.cores.core_gops &&
           *run.cores.core_gops < kEnough * gops_.at({run.machine->name, threads_of(run)});
  }

 private:
  std::map<std::pair<std::string, int>, double> gops_;
};

}  // namespace

std::vector<Block> shared_cores(const std::string& paper, const Evidence& evidence) {
  const BestCores best(evidence);
  int asked = 0, slow = 0;
  for (const Run& run : evidence.runs) {
    if (run.paper != paper || run.on_gpu() || !run.timing) continue;
    asked += run.cores.core_gops.has_value();
    slow += best.had_less(run);
  }
  if (slow == 0) return {};
  return {Notice{Tone::kWarning,
                 "Of " + plural(asked, "CPU run") + ", " + std::to_string(slow) +
                     " had cores that did less than nine tenths of the instructions a second that "
                     "they did in the best run on as many threads: somebody shared them, and CPU "
                     "times scatter."}};
}

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
                   {"Instructions of a core", "10^9 a second", true},
                   {"Of the slowest", "10^9 a second", true},
                   {"Load from cache", "ns", true},
                   {"Measured again", "", true},
                   {"Visits", "", true},
                   {"Left out", "", true},
                   {"Machine", "", false}};
  table.folded = true;
  bool known = false;
  const BestCores best(evidence);
  for (const Run& run : evidence.runs) {
    if (run.paper != paper || run.on_gpu() || !run.timing) continue;
    const bool less = best.had_less(run);
    known |= run.cores.other_cores || run.cores.wait;
    table.rows.push_back(
        {{run.id, "", Tone::kPlain},
         {std::to_string(run.threads), "", Tone::kPlain},
         {std::to_string(threads_of(run)), "", Tone::kPlain},
         {bound_text(run.cores), "", Tone::kPlain},
         {run.cores.wait.value_or(""), "", Tone::kPlain},
         {cores_text(run.cores.other_cores), "", Tone::kPlain},
         {cores_text(run.cores.stolen_cores), "", Tone::kPlain},
         {run.cores.held_back_s ? duration(*run.cores.held_back_s) : "", "", Tone::kPlain},
         {cores_text(run.cores.core_gops), "", less ? Tone::kWarning : Tone::kPlain},
         {cores_text(run.cores.core_gops_least), "", Tone::kPlain},
         {cores_text(run.cores.cache_ns), "", Tone::kPlain},
         {std::to_string(run.measured_again), "", Tone::kPlain},
         {std::to_string(run.visits), "", Tone::kPlain},
         {std::to_string(run.visits_left_out), "", Tone::kPlain},
         machine_cell(*run.machine)});
  }
  // Older results know nothing of it.
  if (!known) return {};
  std::vector<Block> blocks = shared_cores(paper, evidence);
  blocks.emplace_back(std::move(table));
  return blocks;
}

}  // namespace tycho::report
