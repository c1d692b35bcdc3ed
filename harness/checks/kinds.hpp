// What a kind of check is, and the list of those there are: one file each.
#pragma once

#include <span>
#include <string_view>

#include "harness/checks/check.hpp"

namespace tycho::checks {

struct CheckParameter {
  std::string_view name;
  double fallback, least, most;
  std::string_view summary;  // what the fallback means where the number does not say
};

struct Measured {
  double value;
  std::map<std::string, double> details;
  bool not_reached = false;  // the way ended before what is measured
};

/// What a check looks at besides the first and the last state of the run.
enum class Needs { kNothing, kEvolution, kReference, kComparison, kTwin, kCarrier };

/// What of an implementation it looks at. Tycho's own show all; a library of the user's shows what
/// `store` gives, a program masses, positions and velocities alone.
enum class Looks {
  kInside,    // a field: a mesh, a tree, a potential, the scale factor
  kAtForces,  // accelerations
  kAtStates,
};

struct Kind {
  std::string_view name;
  std::string_view summary;
  std::span<const CheckParameter> parameters;
  Needs needs;
  Measured (*measure)(const terms::CheckSpec& spec, const Observed& observed);
  Looks looks = Looks::kAtForces;
  bool at_potential = false;  // asks for the potential; a tree takes a step's time for it
};

const Kind& energy_drift();
const Kind& energy_peak();
const Kind& energy_settled();
const Kind& energy_by_accuracy();
const Kind& momentum();
const Kind& angular_momentum();
const Kind& displacement();
const Kind& return_to_start();
const Kind& force_error();
const Kind& force_slope();
const Kind& power();
const Kind& power_by_size();
const Kind& rank_invariance();
const Kind& mesh_mass();
const Kind& mesh_histogram();
const Kind& mesh_fields();
const Kind& mesh_residual();
const Kind& mesh_energy();
const Kind& jerk_error();
const Kind& nearest_neighbour();
const Kind& block_grid();
const Kind& parting();
const Kind& pic_charge();
const Kind& pic_order();
const Kind& pic_fields();
const Kind& langmuir_frequency();
const Kind& growth_rate();
const Kind& tree_root();
const Kind& tree_leaves();
const Kind& component_radii();
const Kind& disc_thickness();
const Kind& bar_strength();
const Kind& bar_missing();
const Kind& crossings();
const Kind& like_twin();
const Kind& linear_growth();
const Kind& layzer_irvine();
const Kind& restart();
const Kind& mass_function();
const Kind& halo_profile();
const Kind& carrier_distance();

std::span<const Kind* const> all_kinds();

/// The parameter as the case gives it, else its fallback.
double parameter(const terms::CheckSpec& spec, const Kind& kind, std::string_view name);

/// How many units in the last place the twin of a like_twin check is off.
double twin_units(const terms::CheckSpec& spec);

/// What a check asks to be seen of a universe on its way: redshift and modes; nothing where it asks
/// for the end.
std::optional<WavesSeen> waves_asked(const terms::CheckSpec& spec);

/// Of a check of a universe's growth up to its end: the largest wave number of the waves that are
/// worth being followed on the way; else 0.
int modes_followed(const terms::CheckSpec& spec);

/// The result of a check that lacks what it needs: NaN, which fails, and the reason as a detail
/// "lacks_<what>".
Measured lacking(const std::string& what);
/// The same of what the rest of the way might have brought: where the run was cut, the check is not
/// judged. Numbers that are no numbers are to be looked for before: a broken run fails, cut or not.
Measured not_reached(const std::string& what);

/// The p-th percentile by nearest rank: the smallest value with at least p percent of all at or
/// below it. The values are sorted.
double percentile(const std::vector<double>& sorted, double p);

/// Where percentile `p` of all `population` values lies with 95% certainty, if the values in
/// `sorted` were drawn from them at random: percentiles of the sample, whatever the distribution.
/// Both ends are the percentile itself where the sample is all.
std::pair<double, double> percentile_interval(const std::vector<double>& sorted, double p,
                                              std::size_t population);

/// Up to 1024 of n particles, drawn at random but the same in every run; all where there are no
/// more.
std::vector<std::size_t> sample_targets(std::size_t n);

/// The largest difference of two fields over the largest value of the second; NaN where one is.
double relative_difference(const std::vector<double>& a, const std::vector<double>& b);

/// The sides of the run's periodic box; 0 along an open axis.
Vec3<double> periodic_box(const Settings& settings);

/// Distances between the same particles (by id) of two sets; empty where the sets differ. Along an
/// axis of a periodic box, whose side is not 0, the shorter way around.
std::vector<double> distances(const Particles& a, const Particles& b, const Vec3<double>& box = {});

}  // namespace tycho::checks
