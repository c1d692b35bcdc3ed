#include "harness/compare/baseline.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "core/error.hpp"
#include "harness/compare/past_processes.hpp"
#include "harness/compare/side.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/plural.hpp"
#include "harness/strict/strict_json.hpp"
#include "harness/verify/verify.hpp"

namespace tycho::compare {

namespace {

using nlohmann::json;
using result::Result;
using result::RunRecord;
namespace fs = std::filesystem;

constexpr const char* kFile = "baseline.json";
constexpr const char* kSchema = "tycho-baseline/1";
constexpr const char* kLockFile = ".lock";

// Promotions to one baseline take turns: each reads what is there and writes it with its own added.
// The kernel drops the lock with the process, so a kill leaves nothing locked.
result::Descriptor wait_for_turn(const fs::path& baseline) {
  const fs::path file = baseline / kLockFile;
  result::Descriptor fd(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!fd) throw result::WriteError(file, std::strerror(errno));
  while (::flock(fd.get(), LOCK_EX) != 0)
    if (errno != EINTR) throw result::WriteError(file, std::strerror(errno));
  return fd;
}

// Of the runs that were made.
std::set<std::string> ids_of(const result::Result& result) {
  std::set<std::string> ids;
  for (const RunRecord& run : result.runs)
    if (run.ok()) ids.insert(run.id);
  return ids;
}

void require_sound(const Measurement& measurement) {
  for (const Result& result : measurement.results) {
    const verify::Findings findings = verify::check_consistency(result);
    if (!findings.empty())
      throw UsageError(measurement.origin + ", " + result.paper + ", " + findings.front().at +
                       ": " + findings.front().what + "; `tycho verify` lists all");
    for (const RunRecord& run : result.runs)
      if (run.status == result::Status::kFailed)
        throw UsageError(measurement.origin + ": the run '" + run.id + "' failed (" + run.reason +
                         "): run it again, `tycho run ... --resume --retry-failed`");
  }
}

// Throws UsageError naming a run that the baseline would lose.
void require_no_loss(const Promotion& promotion, const result::Result& result) {
  const fs::path file = promotion.baseline / (result.paper + ".json");
  if (promotion.replace || !fs::exists(file)) return;
  const std::set<std::string> kept = ids_of(result);
  for (const std::string& id : ids_of(result::read_result(file)))
    if (!kept.count(id))
      throw UsageError("the baseline " + file.string() + " holds '" + id +
                       "', which the new results have not; promote a whole campaign, or say "
                       "--replace");
}

json history_of(const fs::path& file) {
  if (!fs::exists(file)) return json::array();
  const json root = strict::read_json(file);
  const strict::JsonView view(root, file.string());
  view.at("schema").one_of({kSchema});
  return view.at("history").json();
}

// Removes the re-measurements of the results that are replaced.
void forget_again(const fs::path& baseline, const std::set<std::string>& papers) {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(baseline))
    if (entry.is_directory() && entry.path().filename().string().starts_with(kAgainFolder))
      folders.push_back(entry.path());
  for (const fs::path& folder : folders) {
    for (const std::string& paper : papers) fs::remove(folder / (paper + ".json"));
    if (fs::is_empty(folder)) fs::remove(folder);
  }
}

// A paper's results, one of each measurement that has it.
std::vector<const Result*> all_of(const Side& side, const std::string& paper) {
  std::vector<const Result*> found;
  for (const Measurement& measurement : side.measurements)
    for (const Result& result : measurement.results)
      if (result.paper == paper) found.push_back(&result);
  return found;
}

json entry(const Promotion& promotion, const Measurement& first, std::size_t again) {
  json results = json::array();
  for (const Result& result : first.results) {
    results.push_back({{"paper", result.paper},
                       {"suite", result.suite},
                       {"runs", result.runs.size()},
                       {"machine", result.provenance.machine},
                       {"commit", result.provenance.build.commit},
                       {"measured", result.provenance.date}});
  }
  return {{"promoted", promotion.date},
          {"reason", promotion.reason},
          {"measured_again", again},
          {"results", std::move(results)}};
}

}  // namespace

std::string promote(const Promotion& promotion) {
  const Side side = load_side(promotion.measured.front(),
                              {promotion.measured.begin() + 1, promotion.measured.end()});
  for (const Measurement& measurement : side.measurements) require_sound(measurement);

  result::make_writable_folder(promotion.baseline);
  const result::Descriptor turn = wait_for_turn(promotion.baseline);
  for (const Result& result : side.results()) require_no_loss(promotion, result);
  json history = history_of(promotion.baseline / kFile);
  std::vector<PastPromotion> past = read_past(promotion.baseline);

  std::set<std::string> papers;
  int failing = 0;
  for (const Result& result : side.results()) {
    papers.insert(result.paper);
    past.push_back(remember(all_of(side, result.paper), promotion.date));
    for (const RunRecord& run : result.runs)
      if (run.checks)
        for (const result::CheckRecord& check : *run.checks) failing += !check.pass;
  }
  forget_again(promotion.baseline, papers);
  for (std::size_t i = 0; i < side.measurements.size(); ++i) {
    const fs::path folder =
        i == 0 ? promotion.baseline : promotion.baseline / (kAgainFolder + std::to_string(i));
    result::make_writable_folder(folder);
    for (const Result& result : side.measurements[i].results)
      if (papers.count(result.paper))
        result::write_result(folder / (result.paper + ".json"), result);
  }
  write_past(promotion.baseline, std::move(past));
  history.push_back(entry(promotion, side.measurements.front(), side.measurements.size() - 1));
  const json root{{"schema", kSchema}, {"history", std::move(history)}};
  result::write_durably(promotion.baseline / kFile, root.dump(1) + "\n");

  std::string words = "promoted to " + promotion.baseline.string() + ": ";
  for (const Result& result : side.results())
    words += result.paper + " (" + result::plural(result.runs.size(), "run") + "), ";
  words += "measured " + result::plural(side.measurements.size(), "time");
  if (failing > 0)
    words += "; " + result::plural(failing, "check") + (failing == 1 ? " does" : " do") +
             " not hold in it";
  return words;
}

}  // namespace tycho::compare
