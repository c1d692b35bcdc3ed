#include "harness/compare/compare.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <tuple>

#include "harness/compare/correction.hpp"
#include "harness/compare/machines.hpp"
#include "harness/compare/numerics.hpp"
#include "harness/compare/pattern.hpp"
#include "harness/compare/verdict.hpp"

namespace tycho::compare {

namespace {

using nlohmann::json;
using result::RunRecord;
using result::Status;

struct RunPair {
  std::string id;
  std::vector<const RunRecord*> base, fresh;
  std::vector<StagePair> stages;
};

bool wanted(const Options& options, const std::string& run, const std::string& what) {
  if (options.only.empty()) return true;
  return std::any_of(options.only.begin(), options.only.end(), [&](const std::string& pattern) {
    return matches(pattern, run) || matches(pattern, run + "/" + what);
  });
}

bool any_wanted(const Options& options, const std::string& run, const RunRecord& record) {
  if (wanted(options, run, kStep)) return true;
  if (!record.timing) return false;
  for (const auto& [stage, ignored] : record.timing->stages)
    if (wanted(options, run, stage)) return true;
  return false;
}

Row whole_run(const std::string& id, Verdict verdict, std::string reason) {
  return {id, "", verdict, std::move(reason), {}, true, ""};
}

json shown(const result::SettingValue& value) {
  return std::visit([](const auto& held) { return json(held); }, value);
}

// What makes two runs of one name different experiments; empty: they are the same.
std::string other_experiment(const RunRecord& base, const RunRecord& fresh) {
  std::string other;
  const auto look = [&](const std::string& what, const auto& before, const auto& after) {
    if (other.empty() && before != after)
      other = what + " was " + json(before).dump() + " and is " + json(after).dump();
  };
  look("algorithm", base.algorithm, fresh.algorithm);
  look("backend", base.backend, fresh.backend);
  look("n", base.n, fresh.n);
  look("threads", base.threads, fresh.threads);
  for (const auto& [name, value] : base.settings)
    if (const auto found = fresh.settings.find(name); found != fresh.settings.end())
      look("the setting " + name, shown(value), shown(found->second));
  return other;
}

// Sorts the runs of both sides into pairs to be compared and rows about those that cannot be.
class Pairing {
 public:
  Pairing(const Side& base, const Side& fresh, const Options& options, Comparison& out)
      : base_(base.runs()), fresh_(fresh.runs()), options_(options), out_(out) {
    for (const std::string& id : base.ids()) add(id);
    std::size_t only_new = 0;
    for (const auto& [id, ignored] : fresh_) only_new += base_.count(id) == 0;
    note(only_new, "only in NEW");
    note(not_asked_, "of BASE not asked for in NEW (--require-all counts them as missing)");
    for (const auto& [reason, count] : skipped_) note(count, "skipped in NEW: " + reason);
    note(never_ran_, "did not run in BASE either");
    note(now_run_, "failed or skipped in BASE, ran in NEW: nothing to compare with");
  }

  std::deque<RunPair> pairs;

 private:
  void note(std::size_t count, const std::string& what) {
    if (count > 0)
      out_.notes.push_back(std::to_string(count) + (count == 1 ? " run " : " runs ") + what);
  }

  void missing(const std::string& id, const std::string& why) {
    out_.rows.push_back(whole_run(id, Verdict::kMissing, why));
  }

  void add(const std::string& id) {
    RunPair pair{id, base_.at(id), {}, {}};
    if (const auto found = fresh_.find(id); found != fresh_.end()) pair.fresh = found->second;
    const RunRecord& before = *pair.base.front();
    if (!any_wanted(options_, id, before)) return;
    if (pair.fresh.empty()) {
      if (options_.require_all)
        missing(id, "not in NEW");
      else
        ++not_asked_;
      return;
    }
    const RunRecord& after = *pair.fresh.front();
    if (!before.ok()) {
      ++(after.ok() ? now_run_ : never_ran_);
      return;
    }
    if (after.status == Status::kSkipped && !options_.require_all) {
      ++skipped_[after.reason];
      return;
    }
    if (!after.ok()) {
      missing(id, std::string(name(after.status)) + " in NEW: " + after.reason);
      return;
    }
    const std::string other = other_experiment(before, after);
    if (!other.empty()) {
      out_.rows.push_back(whole_run(id, Verdict::kAmbiguous, "not the same experiment: " + other));
      return;
    }
    // Measurements that did not come off have nothing to say.
    for (auto* list : {&pair.base, &pair.fresh})
      std::erase_if(*list, [](const RunRecord* run) { return !run->ok(); });
    pairs.push_back(std::move(pair));
  }

  const Runs base_, fresh_;
  const Options& options_;
  Comparison& out_;
  std::size_t not_asked_ = 0, never_ran_ = 0, now_run_ = 0;
  std::map<std::string, std::size_t> skipped_;
};

// Cores the runs could use.
int cores_of(const Side& side) { return side.results().front().provenance.processor.cores; }

bool on_cpu(const RunPair& pair) { return !pair.base.front()->on_gpu(); }

void add_timings(std::deque<RunPair>& pairs, int cores, const Options& options, Comparison& out) {
  std::vector<StagePair*> tested;
  for (RunPair& pair : pairs) {
    if (!pair.base.front()->timing) continue;
    if (!pair.fresh.front()->timing) {
      out.rows.push_back(whole_run(pair.id, Verdict::kMissing, "has no timing in NEW"));
      continue;
    }
    pair.stages = pair_stages(pair.base, pair.fresh);
    for (StagePair& stage : pair.stages)
      if (judgeable(stage, on_cpu(pair)) && wanted(options, pair.id, stage.what))
        tested.push_back(&stage);
  }
  std::vector<Tested> tests;
  for (const StagePair* stage : tested) tests.push_back({stage->timed.p, stage->timed.least_p});
  const std::vector<Corrected> corrected = correct(tests, options.alpha);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    tested[i]->timed.corrected_p = corrected[i].p;
    tested[i]->timed.testable = corrected[i].testable;
  }
  for (const RunPair& pair : pairs) {
    if (pair.stages.empty()) continue;
    const Surroundings around{
        clock_share(pair.base, pair.fresh), load_explains(pair.base, pair.fresh, cores, true),
        load_explains(pair.base, pair.fresh, cores, false), &pair.stages.front(), on_cpu(pair)};
    for (const StagePair& stage : pair.stages)
      if (wanted(options, pair.id, stage.what))
        out.rows.push_back(judge(pair.id, stage, around, options));
  }
}

double size_of_change(const Row& row) { return row.timed ? std::abs(row.timed->change) : 0; }

}  // namespace

int Comparison::count(Verdict which) const {
  return static_cast<int>(std::count_if(rows.begin(), rows.end(), [&](const Row& row) {
    return row.verdict == which && row.waiver.empty();
  }));
}

int Comparison::waived() const {
  return static_cast<int>(
      std::count_if(rows.begin(), rows.end(), [](const Row& row) { return !row.waiver.empty(); }));
}

void conclude(Comparison& comparison) {
  const auto place = [](const Row& row) {
    return std::tuple(!row.waiver.empty(), row.verdict, !row.open, -size_of_change(row));
  };
  std::stable_sort(comparison.rows.begin(), comparison.rows.end(),
                   [&](const Row& a, const Row& b) { return place(a) < place(b); });
  comparison.verdict = Verdict::kSame;
  for (const Row& row : comparison.rows)
    if (row.waiver.empty() && row.open)
      comparison.verdict = std::min(comparison.verdict, row.verdict);
}

Comparison compare(const Side& base, const Side& fresh, const Options& options) {
  Comparison comparison;
  comparison.options = options;
  comparison.base = describe(base);
  comparison.fresh = describe(fresh);
  comparison.differences = differences(base, fresh);
  Pairing pairing(base, fresh, options, comparison);
  for (const RunPair& pair : pairing.pairs)
    for (Row& row : compare_numerics(pair.base, pair.fresh))
      comparison.rows.push_back(std::move(row));
  add_timings(pairing.pairs, cores_of(fresh), options, comparison);
  if (comparison.rows.empty())
    comparison.rows.push_back(whole_run("", Verdict::kMissing, "no run could be compared"));
  conclude(comparison);
  return comparison;
}

}  // namespace tycho::compare
