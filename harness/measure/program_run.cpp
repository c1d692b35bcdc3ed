#include "harness/measure/program_run.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/periodic_forces.hpp"
#include "harness/checks/softening.hpp"
#include "harness/initial/initial.hpp"
#include "harness/measure/cpu_watch.hpp"
#include "harness/measure/kept_reference.hpp"
#include "harness/measure/kick_part.hpp"
#include "harness/measure/record.hpp"
#include "harness/measure/session.hpp"
#include "harness/measure/state_files.hpp"
#include "harness/measure/statistics.hpp"
#include "harness/measure/verify.hpp"
#include "harness/program/start.hpp"
#include "harness/result/plural.hpp"

namespace tycho::measure {

namespace {

// States asked for on the way at most, but by --snapshots-every: each is a file.
constexpr std::int64_t kMostStates = 100;
// The start for many steps must take this many times as long as the one for few, or be of all the
// case's steps: the time of a step comes from their difference.
constexpr double kMuchLonger = 5;

class ProgramRun {
 public:
  ProgramRun(const cases::RunSpec& run, const Backends& backends, const Progress& progress)
      : run_(run),
        backends_(backends),
        progress_(progress),
        initial_(initial::make_initial(run.origin->initial, run.particles, run.settings)),
        folder_(backends.program_folder.empty()
                    ? std::filesystem::temp_directory_path() /
                          ("tycho-program-" + std::to_string(::getpid()))
                    : std::filesystem::path(backends.program_folder)),
        others_(campaign::OtherLoad(campaign::OtherLoad::Own::kChildrenToo)) {}

  result::RunOutcome execute() {
    if (run_.origin->measure == terms::Measure::kTiming)
      time();
    else
      go_all_the_way();
    record_.timing = timing_record(run_, timing_);
    record_.device = cores_meanwhile(others_, {}, run_.settings.threads());
    (*record_.counters)["program_starts"] = starts_;
    (*record_.counters)["program_start_included"] = start_included_ ? 1 : 0;
    if (!start_included_)
      (*record_.counters)["program_start_s"] =
          summarize(all_few_s_).median - timing_.clean_step_s * static_cast<double>(few_);
    return std::move(record_);
  }

 private:
  program::Finished start(std::int64_t steps, std::int64_t every = 0) {
    ++starts_;
    return program::start({*run_.variant->program, run_.settings, initial_, steps, every, folder_});
  }

  /// Twice, since the first one may have to be brought in from a disk.
  program::Finished start_for_few(std::int64_t steps) {
    progress_("starting the program", 0);
    start(steps);
    few_ = steps;
    return start_again_for_few();
  }

  program::Finished start_again_for_few() {
    program::Finished finished = start(few_);
    few_s_ = finished.wall_s;
    few_stage_s_ = finished.stage_s;
    all_few_s_.push_back(few_s_);
    return finished;
  }

  /// What a stage took in a step, of what the program told: as the step, without the few steps.
  double told_step_s(const std::string& stage, double told_s, std::int64_t steps) const {
    const auto few = few_stage_s_.find(stage);
    if (few != few_stage_s_.end() && told_s > few->second)
      return (told_s - few->second) / static_cast<double>(steps - few_);
    return told_s / static_cast<double>(steps);
  }

  /// What the start took that is known from outside, without what few steps take.
  void keep(const program::Finished& finished, std::int64_t steps) {
    const double more_s = finished.wall_s - few_s_;
    timing_.steps_per_window = steps;
    if (more_s > 0) {
      timing_.step_s.push_back(more_s / static_cast<double>(steps - few_));
    } else {  // steps that are lost in the noise of the start: what they take at most
      timing_.step_s.push_back(finished.wall_s / static_cast<double>(steps));
      start_included_ = true;
    }
    const auto stages = run_.settings.contract().stages;
    timing_.stages.resize(stages.size());
    for (std::size_t s = 0; s < stages.size(); ++s) {
      const auto told = finished.stage_s.find(std::string(stages[s].id));
      if (told == finished.stage_s.end()) continue;
      StageTiming& stage = timing_.stages[s];
      stage.method = "told";
      stage.calls = 1;
      stage.step_s.push_back(told_step_s(told->first, told->second, steps));
      stage.between_marks_s = stage.step_s.back();
    }
  }

  void finish_timing(std::int64_t steps) {
    timing_.clean_step_s = summarize(timing_.step_s).median;
    timing_.marked_step_s = timing_.step_s;
    timing_.marks_in_headline = true;  // the program times its stages in every step, or never
    timing_.marked = {{0, steps}};
  }

  /// As windows of steps are timed: longer starts, until steps are most of what they take.
  void time() {
    const std::int64_t few = std::min(run_.steps, kVerifiedSteps);
    const Particles behind_few = start_for_few(few).final;
    require_forces(behind_few, few);
    judge(behind_few, few, {});
    const double limit_s = run_.allowed > 0 ? 0.4 * run_.allowed : run_.seconds;
    const auto began = HostTime::now();
    const auto time_is_up = [&] { return limit_s > 0 && seconds_since(began) > limit_s; };
    std::int64_t steps = limit_s > 0 ? std::min(run_.steps, 8 * few) : run_.steps;
    if (run_.steps == few) {
      keep_ends(few, behind_few);
      return time_only(few);
    }
    program::Finished finished = start(steps);
    while (steps < run_.steps && finished.wall_s < kMuchLonger * few_s_ && !time_is_up()) {
      steps = std::min(run_.steps, 4 * steps);
      finished = start(steps);
    }
    keep(finished, steps);
    keep_ends(steps, finished.final);
    for (int repeat = 1; repeat < run_.repeats && !time_is_up(); ++repeat) {
      progress_("timing", repeat / static_cast<double>(run_.repeats));
      // Each with few steps of its own: the error of one short start would be that of all samples,
      // and their interval would not show it.
      start_again_for_few();
      keep(start(steps), steps);
    }
    finish_timing(steps);
  }

  void keep_ends(std::int64_t steps, const Particles& final) const {
    keep_state(backends_, run_, initial_, 0, initial_);
    keep_state(backends_, run_, initial_, steps, final);
  }

  /// That the program computes forces at all: the first steps may conserve anything without them,
  /// and not every case asks for more. Of a universe, whose velocities change without
  /// forces too, it is not asked.
  void require_forces(const Particles& behind, std::int64_t steps) const {
    const Traits& traits = run_.settings.contract().traits;
    if (traits.expanding) return;
    const std::optional<double> part =
        traits.pair_force && !checks::feels_images(run_.settings)
            ? kick_part(initial_, behind, run_.settings,
                        run_.settings.dt() * static_cast<double>(steps))
            : kick_part(initial_, behind, reference_after(run_, backends_, initial_, steps));
    if (part && !(*part >= kLeastKickPart && *part <= kLargestKickPart))
      throw std::runtime_error("the program does not change velocities as the forces do: in " +
                               result::plural(steps, "step") + " by " +
                               std::to_string(std::lround(100 * *part)) +
                               "% of what the forces do, in the median: see {settings} for the "
                               "softening, the step and the constant of gravity");
  }

  /// A case of so few steps that there is nothing to take the difference from: what the program
  /// takes from start to end.
  void time_only(std::int64_t steps) {
    few_s_ = 0;
    few_ = 0;
    few_stage_s_.clear();
    start_included_ = true;
    for (int repeat = 0; repeat < run_.repeats; ++repeat) keep(start(steps), steps);
    finish_timing(steps);
  }

  /// An evolution, a comparison and an interval: one start over the lead-in and all steps.
  void go_all_the_way() {
    const std::int64_t before = run_.lead_in, steps = before + run_.steps;
    const std::int64_t few = before > 0 ? before : run_.steps > 1 ? 1 : 0;
    if (few > 0) {
      const Particles behind_few = start_for_few(few).final;
      if (before == 0) require_forces(behind_few, few);  // a lead-in is long
    }
    start_included_ = few == 0;
    const bool on_the_way = run_.origin->measure == terms::Measure::kEvolution;
    const std::int64_t states = std::min<std::int64_t>(run_.origin->samples, kMostStates);
    std::int64_t every = on_the_way && steps > 1 ? (steps + states - 1) / states : 0;
    if (!backends_.snapshots.empty() && backends_.snapshots_every > 0)
      every = backends_.snapshots_every;
    progress_("the program's steps", 0);
    program::Finished finished = start(steps);
    keep(finished, steps);
    // In a start of its own: writing the states is no part of the steps.
    if (every > 0) finished.on_the_way = start(steps, every).on_the_way;
    const bool interval = run_.origin->measure == terms::Measure::kInterval;
    finish_timing(interval ? run_.steps : steps);
    if (interval) {
      timing_.steps_per_window = run_.steps;
    } else {
      timing_.evolved = steps;
      timing_.passed_s = timing_.clean_step_s * static_cast<double>(steps);
    }
    keep_state(backends_, run_, initial_, 0, initial_);
    for (const auto& [step, state] : finished.on_the_way)
      if (backends_.snapshots_every > 0) keep_state(backends_, run_, initial_, step, state);
    keep_state(backends_, run_, initial_, steps, finished.final);
    const auto errors = energy_errors(finished, steps);
    judge(finished.final, steps, errors);
    if (!errors.empty()) record_.series = series_record(errors);
  }

  /// At the states on the way and at the end; empty where no energy is a sum over pairs.
  std::vector<std::pair<double, double>> energy_errors(const program::Finished& finished,
                                                       std::int64_t steps) const {
    if (!checks::can_be_asked("energy_drift", run_.settings.contract(), checks::Code::kProgram))
      return {};
    const auto energy = [&](const Particles& particles) {
      return checks::total_energy(particles,
                                  checks::softening_of(run_.settings, initial_, particles))
          .total();
    };
    const double start = energy(initial_), dt = run_.settings.dt();
    std::vector<std::pair<double, double>> errors;
    const auto add = [&](std::int64_t step, const Particles& state) {
      errors.emplace_back(dt * static_cast<double>(step),
                          (energy(state) - start) / std::abs(start));
    };
    for (const auto& [step, state] : finished.on_the_way) add(step, state);
    add(steps, finished.final);
    return errors;
  }

  /// The checks of the case that can be asked of a program.
  void judge(const Particles& final, std::int64_t steps,
             const std::vector<std::pair<double, double>>& energy_error) {
    progress_("checking", 0.5);
    checks::Observed observed;
    observed.settings = &run_.settings;
    observed.initial = &initial_;
    observed.final = &final;
    observed.verified_steps = steps;
    observed.energy_error = energy_error;
    Particles reference;
    std::vector<checks::CheckResult> results;
    for (const terms::CheckSpec* spec : checks_of(run_)) {
      if (checks::needs_reference(spec->name) && !observed.reference) {
        reference = reference_after(run_, backends_, initial_, steps, [&](double part) {
          progress_("checking: steps of the reference", part);
        });
        observed.reference = &reference;
      }
      results.push_back(checks::apply(*spec, observed));
    }
    record_checks(results, record_);
    record_.counters.emplace();
  }

  const cases::RunSpec& run_;
  const Backends& backends_;
  const Progress& progress_;
  Particles initial_;
  std::filesystem::path folder_;
  std::optional<campaign::OtherLoad> others_;
  result::RunOutcome record_;
  Timing timing_;
  std::int64_t starts_ = 0, few_ = 0;          // the steps of the shorter start
  double few_s_ = 0;                           // and what the last of them took,
  std::map<std::string, double> few_stage_s_;  // its stages,
  std::vector<double> all_few_s_;              // and each of them
  bool start_included_ = false;                // in the time of a step
};

}  // namespace

result::RunOutcome run_program(const cases::RunSpec& run, const Backends& backends,
                               const Progress& progress) {
  program::path_of(run.variant->program->words.front());
  return ProgramRun(run, backends, progress).execute();
}

}  // namespace tycho::measure
