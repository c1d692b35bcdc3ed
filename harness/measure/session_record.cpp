#include "harness/measure/session_record.hpp"

#include "harness/measure/cold_replay.hpp"
#include "harness/measure/cpu_watch.hpp"
#include "harness/measure/ranks_record.hpp"
#include "harness/measure/record.hpp"
#include "harness/measure/structure_series.hpp"
#include "harness/measure/visits.hpp"

namespace tycho::measure {

namespace {

/// Adds the times of stages that start with cold caches, where the case asks for them.
void add_cold_replays(Session& session, Timing& timing) {
  const cases::RunSpec& run = session.run;
  // What fits a cache is one rank's to say, and ranks must go the same way. A run that is timed
  // along another one is not in the state that it began with.
  if (!run.cold || !session.ranks().alone() || run.along) return;
  std::vector<double> bytes;
  for (std::size_t s = 0; s < timing.stages.size(); ++s) {
    const double share = timing.work_share.empty() ? 1 : timing.work_share[s];
    const Work work = session.contract().work(static_cast<int>(s), run.settings, run.particles);
    bytes.push_back(share * work.bytes);
  }
  replay_cold(session.subject(), bytes, timing);
}

}  // namespace

void record_timing(Session& session, Timing timing) {
  add_cold_replays(session, timing);
  result::RunOutcome& record = session.record;
  const result::RunOutcome* earlier = session.backends.earlier;
  const Visit visit = earlier ? visit_of(*earlier->timing, timing) : Visit::kFaster;
  if (earlier) join(*earlier->timing, visit, session.contract(), timing);
  record.timing = timing_record(session.run, timing);
  if (session.run.ranks > 0) record_ranks(record, timing);
  if (!session.watch) {
    // Other ranks would be counted as others.
    if (!session.ranks().alone()) session.others.reset();
    record.device = cores_meanwhile(session.others, session.cores, session.run.settings.threads());
  } else {
    GpuSummary gpu = summarize(session.watch->stop(), timing);
    record.device = std::move(gpu.device);
    record.timing->throttled = std::move(gpu.throttled);
  }
  if (session.processor && record.device) session.processor->stop(timing, *record.device);
  if (earlier) join(*earlier, visit, record);
}

void record_structure(Session& session, const analysis::Structure& structure) {
  add_series(*session.record.series, structure);
  (*session.record.counters)["haloes"] = structure.haloes.size();
  (*session.record.counters)["shot_noise"] = structure.power.shot_noise;
}

}  // namespace tycho::measure
