#include "harness/verify/against_contract.hpp"

#include <algorithm>
#include <cmath>

#include "core/ranks/communicates.hpp"
#include "harness/result/key_of.hpp"
#include "harness/result/seven_digits.hpp"
#include "harness/verify/former_counts.hpp"

namespace tycho::verify {

namespace {

using result::place;
using result::Where;

bool near(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

template <typename Record, typename Member>
void require_counted(const Where& at, const Record& record, const Member& member, double counted,
                     Findings& findings) {
  const std::optional<double> value = member;
  if (value && !near(*value, counted))
    findings.push_back({place(at, record, member).pointer(),
                        "is " + result::seven_digits(*value) + ", but the contract counts " +
                            result::seven_digits(counted) + " for these settings and this n"});
}

/// Once a result and stage.
void note_former(const FormerCount& former, const Where& at, Findings& notes) {
  const std::string what = "was counted otherwise before " + std::string(former.until) + " (" +
                           std::string(former.reason) +
                           "): flops and bytes are not held to today's contract";
  for (const Finding& note : notes)
    if (note.what == what && note.at.ends_with(former.stage)) return;
  notes.push_back({at.pointer(), what});
}

}  // namespace

void check_against_contract(const result::RunRecord& run, const Settings& settings,
                            const Where& timing, Findings& findings, Findings& notes) {
  const Contract& contract = settings.contract();
  const bool fixed = !contract.traits.counts_as_it_runs;
  const result::TimingRecord& times = *run.timing;
  const Where stages = place(timing, times, times.stages);
  for (std::size_t s = 0; s < contract.stages.size(); ++s) {
    const auto found = times.stages.find(std::string(contract.stages[s].id));
    if (found == times.stages.end()) continue;
    const result::StageRecord& stage = found->second;
    const Where here(stages, found->first);
    // What goes between several ranks depends on their number as well.
    if (run.ranks.value_or(1) > 1 && is_communication(found->first)) continue;
    if (const FormerCount* former = former_count(settings, found->first, run.started)) {
      note_former(*former, here, notes);
      continue;
    }
    const Work counted = contract.work(static_cast<int>(s), settings, run.n);
    if (fixed) {
      require_counted(here, stage, stage.flops, counted.flops, findings);
      require_counted(here, stage, stage.bytes, counted.bytes, findings);
    } else if (stage.flops && stage.bytes && counted.flops > 0 && counted.bytes > 0 &&
               !near(*stage.flops / counted.flops, *stage.bytes / counted.bytes)) {
      findings.push_back({place(here, stage, stage.flops).pointer(),
                          "and bytes are not the same share of what the contract counts"});
    }
  }
  if (!times.throughput || !fixed) return;
  require_counted(place(timing, times, times.throughput), *times.throughput,
                  times.throughput->count, contract.throughput(settings, run.n).count, findings);
}

}  // namespace tycho::verify
