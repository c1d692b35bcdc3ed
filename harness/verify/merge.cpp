#include "harness/verify/merge.hpp"

#include <optional>
#include <utility>

#include "core/error.hpp"
#include "harness/result/result_files.hpp"
#include "harness/verify/one_campaign.hpp"
#include "harness/verify/verify.hpp"

namespace tycho::verify {

namespace {

using nlohmann::json;
using result::Result;
using result::RunRecord;
using result::Status;
namespace fs = std::filesystem;

void require_clean(const Part& part) {
  const std::string& commit = part.result.provenance.build.commit;
  if (commit.ends_with("-dirty"))
    throw UsageError(part.file + ": was measured with changes that are not committed (" + commit +
                     "); commit, build and measure again");
  if (commit.empty() || commit == "unknown")
    throw UsageError(part.file +
                     ": does not say which commit it was measured with; build in a git checkout, "
                     "or set TYCHO_COMMIT");
}

void require_one_campaign(const Part& first, const Part& other) {
  const std::string differs = other_campaign(first.result, first.file, other.result);
  if (!differs.empty())
    throw UsageError(other.file + ": " + differs +
                     "; a recorded paper is of one commit, one build and one machine");
}

/// Whether `other` says more of its run than `known`, or says it later.
bool takes_the_place_of(const RunRecord& known, const RunRecord& other) {
  const auto made = [](const RunRecord& run) {
    return run.ok() ? 2 : run.status == Status::kFailed ? 1 : 0;
  };
  if (made(known) != made(other)) return made(other) > made(known);
  return other.started > known.started;
}

}  // namespace

std::map<std::string, std::vector<Part>> parts_by_paper(const std::vector<fs::path>& paths) {
  std::map<std::string, std::vector<Part>> papers;
  for (const fs::path& path : paths) {
    bool any = false;
    for (const fs::path& file : result::json_files(path, result::Within::kFolder)) {
      std::optional<Result> found = result::result_in(file);
      if (!found) continue;
      any = true;
      const std::string paper = found->paper;
      papers[paper].push_back({file.string(), *std::move(found)});
    }
    if (!any) throw UsageError(path.string() + ": holds no result");
  }
  return papers;
}

Result merge(const std::vector<Part>& parts) {
  for (const Part& part : parts) require_clean(part);
  struct Place {
    std::size_t run;
    const Part* part;
  };
  std::map<std::string, Place> places;  // by run
  const Part* earliest = &parts.front();
  Result whole;
  for (const Part& part : parts) {
    require_one_campaign(parts.front(), part);
    if (part.result.provenance.date < earliest->result.provenance.date) earliest = &part;
    for (const RunRecord& run : part.result.runs) {
      const auto [known, fresh] = places.emplace(run.id, Place{whole.runs.size(), &part});
      if (fresh) {
        whole.runs.push_back(run);
        continue;
      }
      Place& place = known->second;
      RunRecord& there = whole.runs[place.run];
      if (run.ok() && there.ok())
        throw UsageError("the run '" + run.id + "' stands in " + place.part->file + " and in " +
                         part.file +
                         ", measured twice; a run is recorded once: leave one of the "
                         "parts out");
      if (!takes_the_place_of(there, run)) continue;
      there = run;
      place.part = &part;
    }
  }
  whole.paper = earliest->result.paper;
  whole.suite = earliest->result.suite;
  whole.provenance = earliest->result.provenance;
  return whole;
}

bool is_same(const RunRecord& one, const RunRecord& other) {
  const auto written = [](const RunRecord& run) {
    return to_json(run).dump(-1, ' ', false, json::error_handler_t::replace);
  };
  return written(one) == written(other);
}

std::string sound_text(const Result& whole) {
  std::string text = to_text(whole);
  const Findings findings = look_over(json::parse(text));
  if (!findings.empty())
    throw UsageError(whole.paper + ", " + findings.front().at + ": " + findings.front().what +
                     "; `tycho verify` of the parts lists all");
  return text;
}

}  // namespace tycho::verify
