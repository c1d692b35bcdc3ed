#include "harness/measure/execute.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

#include "core/contracts/tree_pm.hpp"
#include "core/error.hpp"
#include "harness/campaign/describe.hpp"
#include "harness/checks/check.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/initial/initial.hpp"
#include "harness/measure/comparison.hpp"
#include "harness/measure/evolution.hpp"
#include "harness/measure/gpu_watch.hpp"
#include "harness/measure/interval.hpp"
#include "harness/measure/record.hpp"
#include "harness/measure/structure_series.hpp"
#include "harness/measure/windows.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/snapshot/snapshot.hpp"

namespace tycho::measure {

namespace {

// Steps that both sides take before anything is timed. More would cost the large cases minutes in
// the reference; one would not show a kick that is done only once.
constexpr std::int64_t kVerifiedSteps = 2;
// Where a single step takes longer than this, it must do.
constexpr double kLongStep = 2.0;

const Implementation* find(std::span<const Implementation> list, std::string_view algorithm) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const Implementation& entry) {
    return entry.contract->name == algorithm;
  });
  return found == list.end() ? nullptr : &*found;
}

std::vector<const terms::CheckSpec*> checks_of(const cases::RunSpec& run) {
  std::vector<const terms::CheckSpec*> specs;
  for (const terms::CheckSpec& spec : run.origin->checks)
    if (checks::applies(spec, run.variant->name, run.particles)) specs.push_back(&spec);
  return specs;
}

// The scheme of a GPU run decides what is summed: its twin on the CPU, where there is one of that
// name, is its reference.
void give_scheme(Settings& plain, const Settings& settings) {
  const auto scheme = settings.choices().find("scheme");
  if (scheme == settings.choices().end() || settings.backend() != Backend::kCuda) return;
  for (const Choice& c : settings.contract().choices)
    if (c.name == "scheme" && checks::applies(c.scope, Backend::kCpu) &&
        std::find(c.values.begin(), c.values.end(), scheme->second) != c.values.end())
      plain.set("scheme", std::string_view(scheme->second));
}

// What the reference of a run is given: the run's own parameters and variant, on all cores, in
// double precision and with the plain loops, which are the contract's defaults on the CPU.
Settings reference_settings(const Settings& settings) {
  const Contract& contract = settings.contract();
  Settings plain(contract, Backend::kCpu, available_threads());
  for (const Parameter& p : contract.parameters)
    if (p.scope == Scope::kBoth) plain.set(p.name, settings.number(p.name));
  for (const Choice& c : contract.choices)
    if (c.scope == Scope::kBoth && c.name != "precision")
      plain.set(c.name, std::string_view(settings.choice(c.name)));
  give_scheme(plain, settings);
  return plain;
}

// The plain double-precision reference on all cores, loaded with a state.
std::unique_ptr<Algorithm> reference_from(const cases::RunSpec& run,
                                          std::span<const Implementation> list,
                                          const Particles& state) {
  const Implementation* plain = find(list, run.origin->algorithm);
  if (!plain) throw Unavailable("there is no reference of " + run.origin->algorithm);
  auto reference = plain->make(reference_settings(run.settings));
  reference->load(state);
  return reference;
}

// What an algorithm makes of its state in so many steps.
Particles after_steps(Algorithm& algorithm, const Contract& contract, std::size_t particles,
                      std::int64_t steps) {
  SilentTimer silent(contract.stages);
  for (std::int64_t s = 0; s < steps; ++s) algorithm.advance(silent);
  Particles after(particles);
  algorithm.store(after);
  return after;
}

// The reference from the same particles over the same steps.
Particles run_reference(const cases::RunSpec& run, std::span<const Implementation> list,
                        const Particles& initial, std::int64_t steps) {
  return after_steps(*reference_from(run, list, initial), run.settings.contract(), initial.size(),
                     steps);
}

nlohmann::json skipped(const std::string& reason) {
  return {{"status", "skipped"}, {"reason", reason}};
}

struct Verified {
  Particles final;
  std::vector<double> initial_potential;  // at the particles, where the algorithm knows it
  std::int64_t steps = 0;
  double step_s = 0;  // of the last step, by the host's clock
};

// Takes the first steps, waiting after every stage so that one that fails is named.
Verified verify(Algorithm& algorithm, const Contract& contract, const Particles& initial,
                std::int64_t steps, const Progress& progress) {
  progress("verifying", 0);
  algorithm.load(initial);
  GuardTimer guard(contract.stages, algorithm.clock());
  Verified verified{Particles(initial.size()), algorithm.field("particle_potential"), 0, 0};
  while (verified.steps < steps && verified.step_s < kLongStep) {
    const auto start = std::chrono::steady_clock::now();
    algorithm.advance(guard);
    verified.step_s = Seconds(std::chrono::steady_clock::now() - start).count();
    ++verified.steps;
  }
  verified.final.poison();
  algorithm.store(verified.final);
  return verified;
}

/// Both ways to go on from the end of a run, in algorithms of their own: the run's stays as it is.
void let_go_on(const cases::RunSpec& run, const Backends& backends, Algorithm& algorithm,
               checks::Observed& observed) {
  const bool cuda = run.settings.backend() == Backend::kCuda;
  const Implementation* made =
      find(cuda ? backends.cuda : backends.reference, run.origin->algorithm);
  const Particles* initial = observed.initial;
  observed.go_on = [&run, &algorithm, made, initial](std::int64_t steps) {
    const auto other = made->make(run.settings);
    other->restore(*initial, algorithm.checkpoint());
    return after_steps(*other, *made->contract, initial->size(), steps);
  };
  const double now = tree_pm::Expansion(run.settings).at(observed.verified_steps, 0);
  observed.begin_anew = [&run, made, now](const Particles& state, std::int64_t steps) {
    Settings settings = run.settings;
    settings.set("a_begin", now);
    const auto other = made->make(settings);
    other->load(state);
    return after_steps(*other, *made->contract, state.size(), steps);
  };
}

std::vector<checks::CheckResult> judge(const cases::RunSpec& run, const Backends& backends,
                                       Algorithm& algorithm, checks::Observed observed,
                                       const Progress& progress) {
  progress("checking", 0.5);
  observed.final_potential = algorithm.field("particle_potential");
  observed.field = [&](std::string_view name) { return algorithm.field(name); };
  observed.reference_from = [&](const Particles& state) {
    return reference_from(run, backends.reference, state);
  };
  if (observed.settings->contract().name == "tree_pm")
    let_go_on(run, backends, algorithm, observed);
  const auto specs = checks_of(run);
  Particles reference;
  if (!observed.reference &&
      std::any_of(specs.begin(), specs.end(), [](const terms::CheckSpec* spec) {
        return checks::needs_reference(spec->name);
      })) {
    reference = run_reference(run, backends.reference, *observed.initial, observed.verified_steps);
    observed.reference = &reference;
  }
  std::vector<checks::CheckResult> results;
  for (const terms::CheckSpec* spec : specs) results.push_back(checks::apply(*spec, observed));
  return results;
}

}  // namespace

namespace {

/// The id of a run as a file's name.
std::string file_name(std::string id, const std::string& ending) {
  std::replace(id.begin(), id.end(), '/', '_');
  return id + ending;
}

/// The end of an evolution of a universe.
void keep_snapshot(const cases::RunSpec& run, const std::string& folder, const Evolution& evolved) {
  const Cosmology c = tree_pm::cosmology(run.settings);
  result::make_writable_folder(folder);
  snapshot::write_snapshot(std::filesystem::path(folder) / file_name(run.id, ".hdf5"),
                           {tree_pm::Expansion(run.settings).at(evolved.steps, 0),
                            run.settings.number("box"), c.omega_m, c.omega_lambda, c.hubble},
                           evolved.final);
}

/// What was measured, and how the GPU was meanwhile where one was watched.
void put_timing(const cases::RunSpec& run, const Timing& timing, GpuWatch* watch,
                nlohmann::json& record) {
  record["timing"] = timing_record(run, timing);
  if (!watch) return;
  GpuSummary gpu = summarize(watch->stop(), timing);
  if (!gpu.device.empty()) record["device"] = std::move(gpu.device);
  if (!gpu.throttled.is_null()) record["timing"]["throttled"] = std::move(gpu.throttled);
}

/// Of an algorithm whose space expands, in the state it was last stored in; else nothing.
std::optional<analysis::Structure> structure_at_end(Algorithm& algorithm, const Particles& final,
                                                    const cases::RunSpec& run,
                                                    const Progress& progress,
                                                    const analysis::Structure* like = nullptr) {
  const std::vector<double> scale_factor = algorithm.field("scale_factor");
  if (scale_factor.empty()) return std::nullopt;
  progress("looking for haloes", 0);
  return analysis::structure_of(final, run.settings, scale_factor.front(), like);
}

void put_structure(const analysis::Structure& structure, nlohmann::json& record) {
  add_series(record["series"], structure);
  record["counters"]["haloes"] = structure.haloes.size();
}

void execute_interval(const cases::RunSpec& run, const Backends& backends, Algorithm& algorithm,
                      checks::Observed observed, GpuWatch* watch, nlohmann::json& record,
                      const Progress& progress) {
  const Contract& contract = run.settings.contract();
  IntervalPlan plan;
  plan.dt = run.settings.number("dt");
  plan.lead_in = run.lead_in;
  plan.limits = {run.steps, run.repeats, run.seconds};
  plan.key = campaign::describe(run).dump();
  if (!backends.checkpoints.empty())
    plan.checkpoint =
        std::filesystem::path(backends.checkpoints) / file_name(run.id, ".checkpoint");
  // The Layzer-Irvine equation is an integral over the way.
  const EnergyError energy_error =
      contract.name == "tree_pm" ? nullptr : energy_error_of(algorithm, run.settings);
  Interval interval =
      measure_interval(algorithm, contract, *observed.initial, energy_error, plan, progress);
  observed.final = &interval.final;
  observed.initial_potential = interval.initial_potential;
  observed.verified_steps = plan.lead_in + run.steps;
  observed.energy_error = interval.energy_error;
  record["checks"] = check_records(judge(run, backends, algorithm, observed, progress));
  record["series"] = series_record(interval.energy_error);
  put_timing(run, interval.timing, watch, record);
  record["counters"] = algorithm.counters();
  record["counters"]["from_checkpoint"] = interval.from_checkpoint ? 1 : 0;
  if (const auto structure = structure_at_end(algorithm, interval.final, run, progress))
    put_structure(*structure, record);
}

void execute_comparison(const cases::RunSpec& run, const Backends& backends, Algorithm& algorithm,
                        checks::Observed observed, GpuWatch* watch, nlohmann::json& record,
                        const Progress& progress) {
  const Contract& contract = run.settings.contract();
  const auto reference = reference_from(run, backends.reference, *observed.initial);
  const auto specs = checks_of(run);
  std::unique_ptr<Algorithm> twin;
  const auto asked = std::find_if(specs.begin(), specs.end(), [](const terms::CheckSpec* spec) {
    return checks::needs_twin(spec->name);
  });
  if (asked != specs.end())
    twin = reference_from(run, backends.reference,
                          ulps_off(*observed.initial, checks::twin_units(**asked)));
  Comparison comparison =
      compare(algorithm, *reference, contract, *observed.initial, run.steps, run.origin->samples,
              run.seconds, progress, twin.get(), checks::periodic_box(run.settings));
  observed.final = &comparison.final;
  observed.reference = &comparison.reference_final;
  if (twin) observed.twin = &comparison.twin_final;
  observed.verified_steps = comparison.done;
  for (std::size_t k = 0; k < comparison.step.size(); ++k)
    observed.difference.emplace_back(comparison.step[k], comparison.largest[k]);
  const auto expected = structure_at_end(*reference, comparison.reference_final, run, progress);
  const auto found =
      structure_at_end(algorithm, comparison.final, run, progress, expected ? &*expected : nullptr);
  if (expected) observed.reference_structure = &*expected;
  if (found) observed.structure = &*found;
  record["checks"] = check_records(judge(run, backends, algorithm, observed, progress));
  record["series"] = series_record(comparison);
  record["counters"] = algorithm.counters();
  if (found) put_structure(*found, record);
  if (expected) add_series(record["series"], *expected, "reference_");
  if (found && expected) add_residual(record["series"], *found, *expected);
  if (twin && expected)
    if (const auto other = structure_at_end(*twin, comparison.twin_final, run, progress))
      add_residual(record["series"], *other, *expected, "twin_");
  record["counters"]["parted_at_step"] = comparison.parted;
  Timing timing;
  time_stages(algorithm, contract, *observed.initial, comparison.step_s, 0.2, timing, progress);
  timing.steps_per_window = 1;
  timing.step_s = {timing.instrumented_step_s};
  timing.windows = {*timing.stage_windows};
  put_timing(run, timing, watch, record);
}

}  // namespace

nlohmann::json execute(const cases::RunSpec& run, const Backends& backends,
                       const Progress& progress) {
  const bool cuda = run.settings.backend() == Backend::kCuda;
  if (cuda && !backends.cuda_unavailable.empty()) return skipped(backends.cuda_unavailable);
  const Implementation* implementation =
      find(cuda ? backends.cuda : backends.reference, run.origin->algorithm);
  if (!implementation)
    return skipped(run.origin->algorithm + " does not exist on the backend " +
                   std::string(name(run.settings.backend())));
  const Contract& contract = *implementation->contract;

  nlohmann::json record{{"status", "ok"}};
  try {
    progress("making the initial condition", 0);
    const Particles initial =
        initial::make_initial(run.origin->initial, run.particles, run.settings);
    const auto algorithm = implementation->make(run.settings);

    const auto watch = cuda ? std::make_unique<GpuWatch>() : nullptr;
    checks::Observed observed;
    observed.settings = &run.settings;
    observed.initial = &initial;
    const terms::Measure measure = run.origin->measure;
    if (measure == terms::Measure::kInterval) {
      execute_interval(run, backends, *algorithm, observed, watch.get(), record, progress);
      return record;
    }
    if (measure == terms::Measure::kComparison) {
      execute_comparison(run, backends, *algorithm, observed, watch.get(), record, progress);
      return record;
    }
    const bool evolution = measure == terms::Measure::kEvolution;
    const std::int64_t verified_steps = evolution ? 1 : std::min(run.steps, kVerifiedSteps);
    Verified verified = verify(*algorithm, contract, initial, verified_steps, progress);
    observed.final = &verified.final;
    observed.initial_potential = verified.initial_potential;
    observed.verified_steps = verified.steps;

    Timing timing;
    if (evolution) {
      const Evolution evolved =
          evolve(*algorithm, contract, initial,
                 {energy_error_of(*algorithm, run.settings),
                  mode_of(*algorithm, run.settings, run.origin->initial), run.origin->pictures,
                  checks::periodic_box(run.settings).x},
                 run.settings.number("dt"), run.steps, run.origin->samples, run.seconds, progress);
      timing.steps_per_window = evolved.steps_per_sample;
      timing.step_s = evolved.step_s;
      timing.windows = evolved.windows;
      timing.evolved = evolved.steps;
      timing.passed_s = evolved.passed_s;
      observed.energy_error = evolved.energy_error;
      observed.mode = evolved.mode;
      observed.components = evolved.components;
      observed.mode_number = initial::seeded_mode(run.origin->initial);
      verified.final = evolved.final;
      observed.verified_steps = evolved.steps;
      const auto found = structure_at_end(*algorithm, evolved.final, run, progress);
      if (found) observed.structure = &*found;
      if (!backends.snapshots.empty() && contract.name == "tree_pm")
        keep_snapshot(run, backends.snapshots, evolved);
      timing.work_share = work_shares(*algorithm, contract);
      record["counters"] = algorithm->counters();
      record["checks"] = check_records(judge(run, backends, *algorithm, observed, progress));
      record["series"] = series_record(evolved);
      if (found) put_structure(*found, record);
      time_stages(*algorithm, contract, initial, verified.step_s, 0.5, timing, progress);
    } else {
      record["checks"] = check_records(judge(run, backends, *algorithm, observed, progress));
      timing = time_steps(*algorithm, contract, initial, {run.steps, run.repeats, run.seconds},
                          verified.step_s, progress);
    }
    put_timing(run, timing, watch.get(), record);
    if (!record.contains("counters")) record["counters"] = algorithm->counters();
    return record;
  } catch (const Unavailable& reason) {
    return skipped(reason.what());
  }
}

}  // namespace tycho::measure
