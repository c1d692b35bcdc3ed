#include "harness/compare/past_processes.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "harness/compare/mean_step.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/strict/strict_json.hpp"

namespace tycho::compare {

namespace {

using nlohmann::json;
using strict::JsonView;
namespace fs = std::filesystem;

constexpr const char* kProcessesSchema = "tycho-processes/1";

// The medians of all processes that measured a time.
std::vector<double> medians_of(const result::Statistics& times) {
  std::vector<double> medians = times.visits.value_or(std::vector{times.median});
  if (times.left_out) medians.insert(medians.end(), times.left_out->begin(), times.left_out->end());
  return medians;
}

std::vector<double> steps_of(const result::TimingRecord& timing) {
  const auto mean = mean_step_of(timing);
  return mean ? std::vector{*mean} : medians_of(timing.step_s);
}

std::vector<PastProcess> processes_of(const result::RunRecord& run) {
  std::vector<PastProcess> processes;
  for (const double step_s : steps_of(*run.timing)) processes.push_back({run.started, step_s, {}});
  for (const auto& [name, stage] : run.timing->stages) {
    const std::vector<double> medians = medians_of(stage.step_s);
    for (std::size_t i = 0; i < std::min(medians.size(), processes.size()); ++i)
      processes[i].stages[name] = {stage.method, medians[i]};
  }
  return processes;
}

json to_json(const PastProcess& process) {
  json stages = json::object();
  for (const auto& [name, stage] : process.stages)
    stages[name] = {{"method", stage.method}, {"step_s", stage.step_s}};
  return {{"started", process.started}, {"step_s", process.step_s}, {"stages", std::move(stages)}};
}

json to_json(const PastPromotion& promotion) {
  json runs = json::object();
  for (const auto& [id, processes] : promotion.runs)
    for (const PastProcess& process : processes) runs[id].push_back(to_json(process));
  return {{"promoted", promotion.promoted},
          {"paper", promotion.paper},
          {"machine", promotion.machine},
          {"runs", std::move(runs)}};
}

double seconds(const JsonView& view) { return view.number(0, std::numeric_limits<double>::max()); }

PastProcess read_process(const JsonView& view) {
  view.require_keys({"started", "step_s", "stages"});
  PastProcess process{view.at("started").text(), seconds(view.at("step_s")), {}};
  if (!view.at("stages").json().empty())
    for (const auto& [name, stage] : view.at("stages").members()) {
      stage.require_keys({"method", "step_s"});
      process.stages[name] = {stage.at("method").text(), seconds(stage.at("step_s"))};
    }
  return process;
}

PastPromotion read_promotion(const JsonView& view) {
  view.require_keys({"promoted", "paper", "machine", "runs"});
  PastPromotion promotion{
      view.at("promoted").text(), view.at("paper").text(), view.at("machine").text(), {}};
  for (const auto& [id, processes] : view.at("runs").members())
    for (const JsonView& process : processes.elements())
      promotion.runs[id].push_back(read_process(process));
  return promotion;
}

}  // namespace

bool PastProcess::is(const result::RunRecord& run) const {
  if (!run.timing || run.started != started) return false;
  const std::vector<double> steps = steps_of(*run.timing);
  return run.timing->step_s.median == step_s ||
         std::find(steps.begin(), steps.end(), step_s) != steps.end();
}

PastPromotion remember(const std::vector<const result::Result*>& measured,
                       const std::string& promoted) {
  PastPromotion promotion{
      promoted, measured.front()->paper, measured.front()->provenance.machine, {}};
  for (const result::Result* result : measured)
    for (const result::RunRecord& run : result->runs)
      if (run.ok() && run.timing) {
        std::vector<PastProcess>& known = promotion.runs[run.id];
        for (PastProcess& process : processes_of(run))
          if (std::find(known.begin(), known.end(), process) == known.end())
            known.push_back(std::move(process));
      }
  std::erase_if(promotion.runs, [](const auto& run) { return run.second.size() < 2; });
  return promotion;
}

std::vector<PastPromotion> read_past(const fs::path& baseline) {
  const fs::path file = baseline / kProcessesFile;
  std::vector<PastPromotion> past;
  if (!fs::exists(file)) return past;
  const json root = strict::read_json(file);
  const JsonView view(root, file.string());
  view.require_keys({"schema", "promotions"});
  view.at("schema").one_of({kProcessesSchema});
  for (const JsonView& one : view.at("promotions").elements()) past.push_back(read_promotion(one));
  return past;
}

void write_past(const fs::path& baseline, std::vector<PastPromotion> past) {
  std::map<std::string, std::size_t> kept;
  json promotions = json::array();
  for (auto one = past.rbegin(); one != past.rend(); ++one)
    if (!one->runs.empty() && kept[one->paper]++ < kMostPromotions)
      promotions.push_back(to_json(*one));
  if (promotions.empty()) return;
  std::reverse(promotions.begin(), promotions.end());
  const json root{{"schema", kProcessesSchema}, {"promotions", std::move(promotions)}};
  result::write_durably(baseline / kProcessesFile, root.dump() + "\n");
}

}  // namespace tycho::compare
