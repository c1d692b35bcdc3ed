// A check: a measured number against a limit with a reason. Passes when value <= limit, so NaN
// fails; value and limit are recorded on success too.
#pragma once

#include <array>
#include <complex>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/algorithm.hpp"
#include "core/particles.hpp"
#include "core/settings.hpp"
#include "harness/analysis/structure.hpp"
#include "harness/checks/components.hpp"
#include "harness/terms/check_spec.hpp"
#include "harness/terms/measure.hpp"

namespace tycho::checks {

struct CheckResult {
  std::string name;
  double value = 0;
  double limit = 0;
  bool pass = false;
  std::string reason;
  std::map<std::string, double> details;  // percentiles, counts, ...
  /// Why the check neither holds nor fails: the run was cut before what it looks at. Empty: judged.
  std::string not_judged{};
};

/// The longest waves of a universe on its way.
struct WavesSeen {
  double redshift = 0;      // as it was asked for
  int modes = 0;            // the largest wave number, in fundamental ones
  double scale_factor = 0;  // when they were seen: after the whole step nearest to the redshift
  std::vector<std::complex<double>> waves{};  // analysis::density_modes
};

/// What the checks of a run look at.
struct Observed {
  const Settings* settings = nullptr;
  const Particles* initial = nullptr;
  /// After `verified_steps` steps of the implementation under test, accelerations included; in an
  /// evolution at its end.
  const Particles* final = nullptr;
  std::int64_t verified_steps = 0;
  /// "cut at step 40 of 96 by --budget", where the run's time ended its way; else empty.
  std::string cut{};
  /// The plain double-precision reference after the same steps; null where it was too large to run.
  const Particles* reference = nullptr;
  /// Relative energy error along an evolution: (time, error). Empty in timing runs.
  std::vector<std::pair<double, double>> energy_error;
  /// Largest distance from the reference along a comparison: (steps, distance). Else empty.
  std::vector<std::pair<double, double>> difference{};
  /// Of an evolution seeded with one mode: (time, its complex amplitude over the mean density), and
  /// how many of its wavelengths fit into the box along x and y.
  std::vector<std::pair<double, std::complex<double>>> mode{};
  std::optional<std::array<int, 2>> mode_number{};
  /// Of an evolution of a galaxy: its components at every look, the start first.
  std::vector<Components> components{};
  /// Of an evolution of a universe: what its checks asked to be seen on the way.
  std::vector<WavesSeen> waves{};
  /// The reference after the same steps from positions that were one unit in the last place off;
  /// null where no check asks for it.
  const Particles* twin = nullptr;
  /// Of `final` and `reference` in an expanding box; null in others, and where nobody asked.
  const analysis::Structure *structure = nullptr, *reference_structure = nullptr;

  /// The potential at every particle of `initial` and `final`, where the algorithm knows it
  /// and a check needs it; else empty, and energies are sums over all pairs.
  std::vector<double> initial_potential{}, final_potential{};
  /// A field of the implementation under test in the state `final`; null where there is none.
  std::function<std::vector<double>(std::string_view)> field{};
  /// The implementation under test after further steps from `final`: going on as if nothing had
  /// been, or begun anew at this time with these particles; null where there is no way to.
  std::function<Particles(std::int64_t steps)> go_on{};
  std::function<Particles(const Particles& state, std::int64_t steps)> begin_anew{};
  /// A folder for a file that is gone when its check has been made.
  std::filesystem::path scratch{};
  /// The implementation under test after the same steps with another number of particles of the
  /// same initial condition; null where there is no way to.
  std::function<Particles(std::int64_t particles)> of_size{};
  /// The implementation under test after the same steps on one rank; null where the run is not on
  /// ranks.
  std::function<Particles()> on_one_rank{};
  /// Of a run that was timed along another one, at each epoch: the median distance of its particles
  /// from where the carrier has them after the same steps, over the median distance that these
  /// moved. Else empty.
  std::vector<double> apart{};
  /// The plain double-precision reference, loaded with a state; null where there is none.
  std::function<std::unique_ptr<Algorithm>(const Particles&)> reference_from{};

  bool was_cut() const { return !cut.empty(); }
};

/// Names a case may use, for the case reader and `tycho list`, and what each one measures.
std::span<const std::string_view> check_names();
std::string_view check_summary(std::string_view name);
/// Whether a check compares with the reference run, which then has to be made.
bool needs_reference(std::string_view name);
/// Whether it also compares with the reference's twin.
bool needs_twin(std::string_view name);

/// Whether it looks at the potential of the particles at both ends.
bool needs_potential(std::string_view name);

/// Whether it compares a run that is timed along another one with its carrier.
bool needs_carrier(std::string_view name);
/// Whether it looks at nothing but the particles at both ends of a run.
bool looks_at_ends_alone(std::string_view name);

/// A code of the user's, of which less is seen than of tycho's own.
enum class Code { kLibrary, kProgram };

/// Whether it can be asked for a check. The energy of a program needs forces that are sums over
/// pairs.
bool can_be_asked(std::string_view name, const Contract& contract, Code code);

/// Throws UsageError: an unknown check or parameter, a parameter out of range, a check that
/// needs a case of another `measure`.
void validate(const terms::CheckSpec& spec, terms::Measure measure);

/// Whether a check is asked of this variant at this size.
bool applies(const terms::CheckSpec& spec, std::string_view variant, std::int64_t particles);

/// Applies one check. One that lacks what it needs gives NaN, which fails, with a detail saying so;
/// one that needs the whole way of a run that was cut is not judged.
CheckResult apply(const terms::CheckSpec& spec, const Observed& observed);

}  // namespace tycho::checks
