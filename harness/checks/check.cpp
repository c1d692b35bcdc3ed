#include "harness/checks/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "core/error.hpp"
#include "core/philox.hpp"
#include "harness/analysis/nearest_image.hpp"
#include "harness/checks/diagnostics.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/strict/nearest.hpp"

namespace tycho::checks {

namespace {

const std::array<const Kind*, 41>& kinds() {
  static const std::array<const Kind*, 41> all{&energy_drift(),
                                               &energy_peak(),
                                               &energy_settled(),
                                               &momentum(),
                                               &angular_momentum(),
                                               &displacement(),
                                               &return_to_start(),
                                               &force_error(),
                                               &mesh_mass(),
                                               &mesh_histogram(),
                                               &mesh_fields(),
                                               &mesh_residual(),
                                               &mesh_energy(),
                                               &pic_charge(),
                                               &pic_order(),
                                               &pic_fields(),
                                               &langmuir_frequency(),
                                               &growth_rate(),
                                               &jerk_error(),
                                               &nearest_neighbour(),
                                               &block_grid(),
                                               &parting(),
                                               &tree_root(),
                                               &tree_leaves(),
                                               &component_radii(),
                                               &disc_thickness(),
                                               &bar_strength(),
                                               &bar_missing(),
                                               &crossings(),
                                               &like_twin(),
                                               &linear_growth(),
                                               &layzer_irvine(),
                                               &restart(),
                                               &mass_function(),
                                               &halo_profile(),
                                               &force_slope(),
                                               &power(),
                                               &power_by_size(),
                                               &rank_invariance(),
                                               &carrier_distance(),
                                               &energy_by_accuracy()};
  return all;
}

const Kind& kind_of(std::string_view name) {
  for (const Kind* kind : kinds())
    if (kind->name == name) return *kind;
  throw UsageError("no check '" + std::string(name) + "'" +
                   strict::did_you_mean(name, check_names()));
}

Measured measure(const terms::CheckSpec& spec, const Observed& observed) {
  const Kind& kind = kind_of(spec.name);
  if (!observed.settings) return lacking("settings");
  if (!observed.initial || observed.initial->size() == 0) return lacking("initial");
  if (!observed.final) return lacking("final");
  // Sums over fewer particles may look right by chance: one that is lost fails every check.
  if (observed.final->size() != observed.initial->size()) return lacking("particles");
  return kind.measure(spec, observed);
}

}  // namespace

double parameter(const terms::CheckSpec& spec, const Kind& kind, std::string_view name) {
  if (const auto given = spec.parameters.find(std::string(name)); given != spec.parameters.end())
    return given->second;
  for (const CheckParameter& known : kind.parameters)
    if (known.name == name) return known.fallback;
  throw UsageError("'" + std::string(name) + "' is no parameter of " + std::string(kind.name));
}

std::span<const Kind* const> all_kinds() { return kinds(); }

Measured lacking(const std::string& what) {
  return {std::numeric_limits<double>::quiet_NaN(), {{"lacks_" + what, 1}}};
}

Measured not_reached(const std::string& what) {
  Measured measured = lacking(what);
  measured.not_reached = true;
  return measured;
}

double percentile(const std::vector<double>& sorted, double p) {
  const double rank = std::ceil(p / 100 * static_cast<double>(sorted.size()));
  return sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

std::pair<double, double> percentile_interval(const std::vector<double>& sorted, double p,
                                              std::size_t population) {
  // How many of the sample lie at or below the percentile of all scatters as a binomial number
  // does, less where the sample is a good part of all.
  const double drawn = static_cast<double>(sorted.size()), part = p / 100;
  const double left_out = 1 - drawn / static_cast<double>(population);
  const double scatter = 100 * std::sqrt(part * (1 - part) * std::max(left_out, 0.0) / drawn);
  constexpr double kNormal95 = 1.96;
  return {percentile(sorted, std::max(p - kNormal95 * scatter, 0.0)),
          percentile(sorted, std::min(p + kNormal95 * scatter, 100.0))};
}

std::vector<std::size_t> sample_targets(std::size_t n) {
  constexpr std::size_t kMostTargets = 1024;
  constexpr std::uint64_t kTargetSeed = 20250101;  // fixed: the same targets in every run
  std::set<std::size_t> chosen;
  const Random random(kTargetSeed);
  for (std::uint64_t draw = 0; chosen.size() < std::min(n, kMostTargets); ++draw)
    chosen.insert(n <= kMostTargets
                      ? static_cast<std::size_t>(draw)
                      : static_cast<std::size_t>(random.uniform(draw) * static_cast<double>(n)));
  return {chosen.begin(), chosen.end()};
}

double relative_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0, scale = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(a[i] - b[i]);
    if (std::isnan(difference)) return difference;
    most = std::max(most, difference);
    scale = std::max(scale, std::abs(b[i]));
  }
  return most == 0 ? 0 : most / scale;
}

Vec3<double> periodic_box(const Settings& settings) {
  const auto box = settings.contract().traits.periodic_box;
  return box ? box(settings) : Vec3<double>{};
}

std::vector<double> distances(const Particles& a, const Particles& b, const Vec3<double>& box) {
  if (a.size() != b.size()) return {};
  const auto in_a = order_of_ids(a), in_b = order_of_ids(b);
  std::vector<double> out(a.size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    const bool repeated = k > 0 && a.id[in_a[k]] == a.id[in_a[k - 1]];
    if (repeated || a.id[in_a[k]] != b.id[in_b[k]]) return {};
    out[k] = length(analysis::nearest_image(a.position(in_a[k]) - b.position(in_b[k]), box));
  }
  return out;
}

std::span<const std::string_view> check_names() {
  static const auto names = [] {
    std::array<std::string_view, std::tuple_size_v<std::decay_t<decltype(kinds())>>> out;
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = kinds()[k]->name;
    return out;
  }();
  return names;
}

bool needs_reference(std::string_view name) {
  return kind_of(name).needs == Needs::kReference || needs_twin(name);
}

bool needs_twin(std::string_view name) { return kind_of(name).needs == Needs::kTwin; }

bool needs_potential(std::string_view name) { return kind_of(name).at_potential; }

bool needs_carrier(std::string_view name) { return kind_of(name).needs == Needs::kCarrier; }

bool looks_at_ends_alone(std::string_view name) {
  const Kind& kind = kind_of(name);
  return kind.needs == Needs::kNothing && kind.looks == Looks::kAtStates && !kind.at_potential;
}

bool can_be_asked(std::string_view name, const Contract& contract, Code code) {
  const Looks looks = kind_of(name).looks;
  if (code == Code::kLibrary) return looks != Looks::kInside;
  const Traits& traits = contract.traits;
  const bool by_pairs = traits.pair_force && !traits.periodic_box && !traits.expanding;
  return looks == Looks::kAtStates && (by_pairs || !name.starts_with("energy_"));
}

std::string_view check_summary(std::string_view name) { return kind_of(name).summary; }

void validate(const terms::CheckSpec& spec, terms::Measure measure) {
  const Kind& kind = kind_of(spec.name);
  if (kind.needs == Needs::kEvolution && measure != terms::Measure::kEvolution)
    throw UsageError("'" + spec.name + "' needs a case that measures an evolution");
  const bool compares = kind.needs == Needs::kComparison || kind.needs == Needs::kTwin;
  if (compares && measure != terms::Measure::kComparison)
    throw UsageError("'" + spec.name + "' needs a case that measures a comparison");
  if (kind.needs == Needs::kCarrier && measure != terms::Measure::kInterval)
    throw UsageError("'" + spec.name + "' needs a case that measures an interval");
  std::vector<std::string_view> names;
  for (const CheckParameter& known : kind.parameters) names.push_back(known.name);
  for (const auto& [name, value] : spec.parameters) {
    const auto known = std::find(names.begin(), names.end(), name);
    std::ostringstream out;
    if (known == names.end()) {
      out << "'" << name << "' is no parameter of " << spec.name
          << strict::did_you_mean(name, names);
      throw UsageError(out.str());
    }
    const CheckParameter& range = kind.parameters[static_cast<std::size_t>(known - names.begin())];
    if (value >= range.least && value <= range.most) continue;
    out << "'" << name << "' = " << value << " is outside [" << range.least << ", " << range.most
        << "]";
    throw UsageError(out.str());
  }
  if (waves_asked(spec) && measure != terms::Measure::kEvolution)
    throw UsageError("'redshift' of " + spec.name + " needs a case that measures an evolution");
}

bool applies(const terms::CheckSpec& spec, std::string_view variant, std::int64_t particles) {
  const bool named = spec.variants.empty() || std::find(spec.variants.begin(), spec.variants.end(),
                                                        variant) != spec.variants.end();
  return named && particles >= spec.smallest_n &&
         (spec.largest_n == 0 || particles <= spec.largest_n);
}

CheckResult apply(const terms::CheckSpec& spec, const Observed& observed) {
  const Measured measured = measure(spec, observed);
  if (measured.not_reached && observed.was_cut())
    return {spec.name, 0, spec.limit, false, spec.reason, {}, "the run was " + observed.cut};
  // NaN compares false, so that it fails.
  return {spec.name,   measured.value,  spec.limit, measured.value <= spec.limit,
          spec.reason, measured.details};
}

}  // namespace tycho::checks
