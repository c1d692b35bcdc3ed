#include "harness/compare/compare.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <tuple>

#include "harness/compare/machines.hpp"
#include "harness/compare/numerics.hpp"
#include "harness/compare/pattern.hpp"
#include "harness/compare/verdict.hpp"
#include "harness/statistics/correction.hpp"

namespace tycho::compare {

namespace {

using nlohmann::json;
using result::RunRecord;
using result::Status;

struct RunPair {
  std::string id;
  Measured measured;
  std::vector<StagePair> stages;

  bool on_gpu() const { return measured.base.front()->on_gpu(); }
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

// Measurements that did not come off have nothing to say.
std::vector<const RunRecord*> that_ran(std::vector<const RunRecord*> runs) {
  std::erase_if(runs, [](const RunRecord* run) { return !run->ok(); });
  return runs;
}

bool was_timed(const RunRecord* run) { return run->timing.has_value(); }

// A process is one process, however often its file was named.
void count_once(std::vector<const RunRecord*>& runs) {
  std::vector<const RunRecord*> kept;
  for (const RunRecord* run : runs) {
    const auto same = [&](const RunRecord* other) {
      return run->timing && other->timing && run->started == other->started &&
             run->timing->step_s.samples == other->timing->step_s.samples;
    };
    if (std::none_of(kept.begin(), kept.end(), same)) kept.push_back(run);
  }
  runs = std::move(kept);
}

// What was promoted before and is neither of the two sides, newest first. A process that was
// promoted twice counts once, with the processes of its last promotion.
std::vector<std::vector<const PastProcess*>> past_of(const Side& base, const RunPair& pair) {
  std::vector<std::vector<const PastProcess*>> past;
  std::vector<const PastProcess*> seen;
  const auto known = [&](const PastProcess& process) {
    const auto is = [&](const RunRecord* run) { return process.is(*run); };
    const auto same = [&](const PastProcess* other) { return process == *other; };
    return std::any_of(pair.measured.base.begin(), pair.measured.base.end(), is) ||
           std::any_of(pair.measured.fresh.begin(), pair.measured.fresh.end(), is) ||
           std::any_of(seen.begin(), seen.end(), same);
  };
  for (auto promotion = base.past.rbegin(); promotion != base.past.rend(); ++promotion) {
    if (promotion->machine != base.results().front().provenance.machine) continue;
    const auto run = promotion->runs.find(pair.id);
    if (run == promotion->runs.end()) continue;
    std::vector<const PastProcess*> together;
    for (const PastProcess& process : run->second)
      if (!known(process)) together.push_back(&process);
    seen.insert(seen.end(), together.begin(), together.end());
    past.push_back(std::move(together));
  }
  return past;
}

// Sorts the runs of both sides into pairs to be compared and rows about those that cannot be.
class Pairing {
 public:
  Pairing(const Side& base, const Side& fresh, const Options& options, Comparison& out)
      : base_(base.runs()), fresh_(fresh.runs()), options_(options), out_(out) {
    for (const std::string& id : base.ids()) add(id);
    for (RunPair& pair : pairs) pair.measured.past = past_of(base, pair);
    std::size_t only_new = 0;
    for (const auto& [id, ignored] : fresh_) only_new += base_.count(id) == 0;
    note(only_new, "only in NEW");
    note(not_asked_, "of BASE not asked for in NEW (--require-all counts them as missing)");
    for (const auto& [reason, count] : skipped_) note(count, "skipped in NEW: " + reason);
    note(never_ran_, "did not run in BASE either");
    note(now_run_, "failed or skipped in BASE, ran in NEW: nothing to compare with");
  }

  std::deque<RunPair> pairs;
  bool any_matches = false;  // some run of BASE is asked for

 private:
  void note(std::size_t count, const std::string& what) {
    if (count > 0)
      out_.notes.push_back(std::to_string(count) + (count == 1 ? " run " : " runs ") + what);
  }

  void missing(const std::string& id, const std::string& why) {
    out_.rows.push_back(whole_run(id, Verdict::kMissing, why));
  }

  void add(const std::string& id) {
    RunPair pair{id, {that_ran(base_.at(id)), {}, {}}, {}};
    auto& [base, fresh, past] = pair.measured;
    if (!any_wanted(options_, id, base.empty() ? *base_.at(id).front() : *base.front())) return;
    any_matches = true;
    const auto found = fresh_.find(id);
    if (found == fresh_.end()) {
      if (options_.require_all)
        missing(id, "not in NEW");
      else
        ++not_asked_;
      return;
    }
    fresh = that_ran(found->second);
    if (base.empty()) {
      ++(fresh.empty() ? never_ran_ : now_run_);
      return;
    }
    add_lost(id, found->second);
    for (const auto* side : {&base, &fresh})
      for (const RunRecord* run : *side) {
        const std::string other = other_experiment(*base.front(), *run);
        if (other.empty()) continue;
        out_.rows.push_back(whole_run(id, Verdict::kAmbiguous,
                                      "not the same experiment" +
                                          std::string(side == &base ? " within BASE: " : ": ") +
                                          other));
        return;
      }
    if (!fresh.empty()) pairs.push_back(std::move(pair));
  }

  // Of NEW's measurements of a run: one that failed is enough, whatever the others found.
  void add_lost(const std::string& id, const std::vector<const RunRecord*>& measured) {
    const auto first_with = [&](Status status) {
      return std::find_if(measured.begin(), measured.end(),
                          [&](const RunRecord* run) { return run->status == status; });
    };
    auto lost = first_with(Status::kFailed);
    if (lost == measured.end()) lost = first_with(Status::kSkipped);
    if (lost == measured.end()) return;
    const RunRecord& run = **lost;
    if (run.status == Status::kSkipped && !options_.require_all) {
      ++skipped_[run.reason];
      return;
    }
    const std::string which = measured.size() == 1
                                  ? ""
                                  : " (measurement " + std::to_string(lost - measured.begin() + 1) +
                                        " of " + std::to_string(measured.size()) + ")";
    missing(id, std::string(name(run.status)) + " in NEW" + which + ": " + run.reason);
  }

  const Runs base_, fresh_;
  const Options& options_;
  Comparison& out_;
  std::size_t not_asked_ = 0, never_ran_ = 0, now_run_ = 0;
  std::map<std::string, std::size_t> skipped_;
};

// Cores the runs could use.
int cores_of(const Side& side) { return side.results().front().provenance.processor.cores; }

// Rows of a kind are noisy in the same way.
std::string kind_of(const RunPair& pair, const StagePair& stage) {
  return pair.measured.base.front()->backend + " " +
         (stage.what == kStep ? kStep : stage.base_method);
}

struct Tested {
  StagePair* stage;
  bool on_gpu;
};

// Tests the rows whose spread is known or assumed, and corrects their p together.
void test_all(const std::vector<Tested>& rows, const std::vector<statistics::Spread>& spreads) {
  std::vector<StagePair*> tested;
  std::vector<double> p;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::optional<statistics::Spread> spread =
        usable(spreads[i], *rows[i].stage, rows[i].on_gpu);
    if (!spread) continue;
    test(*rows[i].stage, *spread);
    tested.push_back(rows[i].stage);
    p.push_back(rows[i].stage->timed.p);
  }
  const std::vector<double> corrected = statistics::holm(p);
  for (std::size_t i = 0; i < tested.size(); ++i) tested[i]->timed.corrected_p = corrected[i];
}

// What is asked for is tested, and so is the step where a replay is asked for: it decides on the
// replay.
bool to_be_tested(const Options& options, const RunPair& pair, const StagePair& stage) {
  if (!stage.comparable() || stage.replayed()) return false;
  if (wanted(options, pair.id, stage.what)) return true;
  return stage.what == kStep &&
         std::any_of(pair.stages.begin(), pair.stages.end(), [&](const StagePair& other) {
           return other.replayed() && wanted(options, pair.id, other.what);
         });
}

void add_timings(std::deque<RunPair>& pairs, int cores, const Options& options, Comparison& out) {
  std::vector<Tested> rows;
  std::vector<statistics::RowScatter> scatters;
  int number = 0;
  for (RunPair& pair : pairs) {
    auto& [base, fresh, past] = pair.measured;
    std::erase_if(base, std::not_fn(was_timed));
    if (base.empty()) continue;
    if (std::erase_if(fresh, std::not_fn(was_timed)) > 0)
      out.rows.push_back(whole_run(pair.id, Verdict::kMissing, "has no timing in NEW"));
    if (fresh.empty()) continue;
    for (auto* list : {&base, &fresh}) count_once(*list);
    pair.stages = pair_stages(pair.measured);
    ++number;
    for (StagePair& stage : pair.stages)
      if (to_be_tested(options, pair, stage)) {
        rows.push_back({&stage, pair.on_gpu()});
        scatters.push_back({kind_of(pair, stage), number, stage.scatter});
      }
  }
  test_all(rows, statistics::learn_spreads(scatters));
  for (const RunPair& pair : pairs) {
    if (pair.stages.empty()) continue;
    const auto& [base, fresh, past] = pair.measured;
    const Surroundings around{clock_share(base, fresh), load_explains(base, fresh, cores, true),
                              load_explains(base, fresh, cores, false), &pair.stages.front()};
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
  OtherChecks others;
  for (const RunPair& pair : pairing.pairs)
    for (Row& row : compare_numerics(pair.measured.base, pair.measured.fresh, others))
      comparison.rows.push_back(std::move(row));
  for (std::string& line : in_lines(others)) comparison.notes.push_back(std::move(line));
  add_timings(pairing.pairs, cores_of(fresh), options, comparison);
  if (comparison.rows.empty())
    comparison.rows.push_back(whole_run("", Verdict::kMissing,
                                        options.only.empty() || pairing.any_matches
                                            ? "no run could be compared"
                                            : "no run or stage of BASE matches --only"));
  conclude(comparison);
  return comparison;
}

}  // namespace tycho::compare
