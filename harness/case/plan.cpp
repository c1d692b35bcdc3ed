#include "harness/case/plan.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "core/known_contracts.hpp"
#include "harness/strict/nearest.hpp"
#include "harness/strict/strict_json.hpp"
#include "harness/terms/setting_values.hpp"

namespace tycho::cases {

namespace {

using Combination = terms::SettingValues;  // one value of every sweep

std::vector<Combination> combinations(const Variant& variant) {
  std::vector<Combination> all{{}};
  for (const auto& [name, values] : variant.sweep) {
    std::vector<Combination> longer;
    for (const Combination& sofar : all)
      for (const terms::SettingValue& value : values) {
        longer.push_back(sofar);
        longer.back()[name] = value;
      }
    all = std::move(longer);
  }
  return all;
}

template <typename Items, typename Item>
bool allows(const Items& only, const Item& item) {
  return only.empty() || std::find(only.begin(), only.end(), item) != only.end();
}

int resolved(int threads) { return threads == 0 ? available_threads() : threads; }

/// A variant of a case at one of its sizes: a run, or one for every combination of sweeps and
/// ranks.
struct Column {
  const Case& origin;
  const SizeSpec& size;
  const Variant& variant;

  /// Whether it is timed along the run of another variant.
  bool is_along() const {
    return size.along && !variant.program && !size.along->variants.empty() &&
           allows(size.along->variants, variant.known_as());
  }
  /// Another variant at the same size; null: there is none of this name.
  const Variant* other(const std::string& name) const {
    const auto found = std::find_if(origin.variants.begin(), origin.variants.end(),
                                    [&](const Variant& one) { return one.name == name; });
    return found == origin.variants.end() ? nullptr : &*found;
  }
  /// What it is timed along. Reading a case requires it.
  const Variant& carrier() const { return *other(size.along->carrier); }
};

bool wanted(const Column& column, const PlanOptions& options) {
  const SizeSpec& size = column.size;
  const Variant& variant = column.variant;
  if (!allows(variant.only_sizes, size.particles) || !allows(size.variants, variant.known_as()))
    return false;
  if (column.is_along()) {
    const bool on_gpu = column.carrier().backend == Backend::kCuda;
    if (!(on_gpu ? options.cuda : options.cpu)) return false;
  }
  if (variant.backend == Backend::kCuda) return options.cuda;
  // Counts are compared as this machine has them: with two cores, 2 and `all` are the same.
  const auto same = [&](int threads) { return resolved(threads) == resolved(variant.threads); };
  return options.cpu && (options.threads.empty() ||
                         std::any_of(options.threads.begin(), options.threads.end(), same));
}

// 0: a run without MPI.
std::vector<int> ranks_of(const Variant& variant, const PlanOptions& options) {
  std::vector<int> wanted = variant.ranks.empty() ? std::vector<int>{0} : variant.ranks;
  std::erase_if(wanted, [&](int ranks) { return !allows(options.ranks, ranks); });
  return wanted;
}

// As a floating-point number: a product of sweeps may be beyond any whole one.
double combination_count(const Variant& variant, const PlanOptions& options) {
  auto count = static_cast<double>(ranks_of(variant, options).size());
  for (const auto& [name, values] : variant.sweep) count *= static_cast<double>(values.size());
  return count;
}

double run_count(const Case& origin, const PlanOptions& options) {
  const auto suite = origin.suites.find(options.suite);
  if (suite == origin.suites.end()) return 0;
  double count = 0;
  for (const SizeSpec& size : suite->second.sizes)
    for (const Variant& variant : origin.variants)
      if (wanted({origin, size, variant}, options)) count += combination_count(variant, options);
  return count;
}

std::string in_digits(double whole) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(0) << whole;
  return whole < 1e15 ? out.str() : "over 10^15";
}

void require_few_runs(std::span<const Case> cases, const PlanOptions& options) {
  double all = 0;
  for (const Case& origin : cases) {
    const double own = run_count(origin, options);
    all += own;
    if (all <= double{kMostRuns}) continue;
    throw UsageError(origin.file.string() + ": suite '" + options.suite + "' asks for " +
                     in_digits(own) + " runs" +
                     (own < all ? ", with the cases before it " + in_digits(all) : "") +
                     "; a campaign may have " + std::to_string(kMostRuns) +
                     ": sweep fewer values, or name fewer cases");
  }
}

double least_limit(double a, double b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }

const Contract& contract_of(const Case& origin, std::span<const Contract* const> contracts) {
  if (const Contract* contract = find_contract(contracts, origin.algorithm)) return *contract;
  throw UsageError(origin.file.string() + ": /algorithm: no algorithm '" + origin.algorithm + "'");
}

/// Gives the tuned values that no one has set.
void give_tuned(RunSpec& run, std::span<const tune::TunedFile> files, const auto&... given) {
  for (const tune::TunedFile& file : files) {
    const tune::TunedEntry* entry = file.find(run.settings, run.particles,
                                              run.variant->implementation ? run.variant->name : "");
    if (!entry) continue;
    for (const auto& [name, value] : entry->settings) {
      if ((given.count(name) || ...)) continue;
      run.settings.set(name, value);
      run.tuned[name] = value;
      run.tuned_from = file.file;
    }
    return;
  }
}

Settings settings_of(const Column& column, const Contract& contract,
                     const Combination& combination = {}) {
  const Variant& variant = column.variant;
  Settings settings(variant.contract ? *variant.contract : contract, variant.backend,
                    resolved(variant.threads));
  terms::give_shared(settings, column.origin.settings);
  terms::give_shared(settings, column.size.settings);
  terms::give(settings, variant.settings);
  terms::give(settings, combination);
  return settings;
}

RunSpec make_run(const Column& column, const Contract& contract, const Combination& combination,
                 int ranks, const PlanOptions& options) {
  const Case& origin = column.origin;
  const SizeSpec& size = column.size;
  const Variant& variant = column.variant;
  std::string id = origin.id() + "/n=" + std::to_string(size.particles) + "/" + variant.name;
  for (const auto& [name, value] : combination) id += "/" + name + "=" + terms::shown(value);
  if (ranks > 0) id += "/ranks=" + std::to_string(ranks);

  const Suite& suite = origin.suites.at(options.suite);
  RunSpec run{std::move(id),
              &origin,
              &variant,
              options.suite,
              size.particles,
              suite.steps,
              suite.repeats,
              least_limit(suite.seconds, options.seconds),
              settings_of(column, contract, combination),
              ranks,
              suite.lead_in};
  const auto settings_of_other = [&](const Variant& other) {
    return settings_of({origin, size, other}, contract);
  };
  if (const Variant* held = size.reference.empty() ? nullptr : column.other(size.reference))
    run.reference = std::make_shared<const Settings>(settings_of_other(*held));
  if (column.is_along())
    run.along = std::make_shared<const AlongRun>(AlongRun{size.along->carrier,
                                                          settings_of_other(column.carrier()),
                                                          size.along->epochs, size.along->steps});
  const Visits visits = size.visits.value_or(suite.visits);
  if (ranks == 0 && !variant.program)
    run.visits = variant.backend == Backend::kCuda ? visits.cuda : visits.cpu;
  give_tuned(run, options.tuned, origin.settings, size.settings, variant.settings, combination);
  return run;
}

}  // namespace

double whole_s(const RunSpec& run) {
  constexpr double kOnGpu = 20, kOnCpu = 60;
  if (run.suite != "full" || run.allowed > 0) return 0;
  return run.settings.backend() == Backend::kCuda ? kOnGpu : kOnCpu;
}

std::vector<RunSpec> plan(std::span<const Case> cases, std::span<const Contract* const> contracts,
                          const PlanOptions& options) {
  if (std::find(kSuiteNames.begin(), kSuiteNames.end(), options.suite) == kSuiteNames.end())
    throw UsageError("no suite '" + options.suite + "'" +
                     strict::did_you_mean(options.suite, kSuiteNames) + "; there are " +
                     joined(kSuiteNames));
  require_few_runs(cases, options);
  std::vector<RunSpec> runs;
  for (const Case& origin : cases) {
    const auto suite = origin.suites.find(options.suite);
    if (suite == origin.suites.end()) continue;
    const Contract& contract = contract_of(origin, contracts);
    for (const SizeSpec& size : suite->second.sizes)
      for (const Variant& variant : origin.variants) {
        const Column column{origin, size, variant};
        if (!wanted(column, options)) continue;
        for (const Combination& combination : combinations(variant))
          for (const int ranks : ranks_of(variant, options))
            runs.push_back(make_run(column, contract, combination, ranks, options));
      }
  }
  return runs;
}

}  // namespace tycho::cases
