// The frequency of the seeded mode of a cold plasma against the discrete dispersion relation of its
// grid, shape, lattice and step (core/formulas/pic_dispersion.hpp), relative.
//
// A wave seen at equal intervals T obeys a(t + T) + a(t - T) = 2 cos(omega T) a(t); the cosine is
// fitted to all of it by least squares.
#include <cmath>
#include <numbers>

#include "core/formulas/pic_dispersion.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/initial/plasma.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  const auto& series = observed.mode;
  if (!observed.mode_number) return lacking("mode");
  for (const auto& [time, mode] : series)
    if (std::isnan(std::abs(mode))) return lacking("finite_mode");
  // The last interval of a run that was cut is shorter.
  if (series.size() < 8 || observed.was_cut()) return not_reached("mode");
  const double interval = series[1].first - series[0].first;
  double product = 0, square = 0;
  for (std::size_t m = 1; m + 1 < series.size(); ++m) {
    if (std::abs(series[m + 1].first - series[m].first - interval) > 1e-9 * interval)
      return lacking("equal_intervals");
    const auto [re, im] = std::pair(series[m].second.real(), series[m].second.imag());
    const std::complex<double> around = series[m + 1].second + series[m - 1].second;
    product += re * around.real() + im * around.imag();
    square += 2 * (re * re + im * im);
  }
  const double measured = std::acos(product / square) / interval;

  const Settings& settings = *observed.settings;
  const initial::PlasmaMode mode = initial::mode_in(*observed.mode_number, settings);
  const auto [px, py] =
      initial::lattice_in_cell(static_cast<std::int64_t>(observed.initial->size()), settings);
  const double dt = settings.dt();
  const double cold = pic::cold_frequency(mode.k[0], mode.k[1],
                                          initial::require_plasma(settings).particle_size, px, py);
  const double expected = pic::leapfrog_frequency(cold, dt);
  if (expected * interval >= std::numbers::pi) return lacking("samples_within_half_a_period");
  return {std::abs(measured / expected - 1),
          {{"measured", measured}, {"expected", expected}, {"without_leapfrog", cold}}};
}

}  // namespace

const Kind& langmuir_frequency() {
  static const Kind kind{"langmuir_frequency",
                         "|omega / omega_discrete - 1| of the seeded mode of a cold plasma",
                         {},
                         Needs::kEvolution,
                         measure};
  return kind;
}

}  // namespace tycho::checks
