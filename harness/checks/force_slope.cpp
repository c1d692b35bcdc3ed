// By how much the force of a universe is too weak or too strong on the waves of the state that the
// run began with, where bodies stand near a lattice and forces nearly cancel:
//
//   slope = Re <F F_E*> / <|F_E|^2>
//
// over the waves of a band, F(k) being the sum of f exp(-i k x) over all particles, without a mesh,
// and F_E that of Ewald's forces on the same particles. A force that is wrong at random shows in
// force_error; one that is wrong all alike shows here, and waves grow by too little for it. The
// value is the largest |slope - 1| of the bands 1 to `modes`. Ewald's sum: for few particles.
#include <cmath>
#include <complex>
#include <numeric>
#include <string>

#include "harness/analysis/density_modes.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/checks/periodic_forces.hpp"
#include "harness/checks/with_nan.hpp"

namespace tycho::checks {

namespace {

constexpr CheckParameter kParameters[] = {
    {"modes", 4, 1, 32, "the last band judged, in fundamental wave numbers"}};

using Modes = std::vector<std::complex<double>>;

/// Of the three components of a vector at every particle.
template <typename Vector>
std::array<Modes, 3> vector_modes(const Particles& p, double box, int most, const Vector& of) {
  std::array<std::vector<double>, 3> components;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3<double> v = of(i);
    components[0].push_back(v.x);
    components[1].push_back(v.y);
    components[2].push_back(v.z);
  }
  std::array<Modes, 3> modes;
  for (int axis = 0; axis < 3; ++axis)
    modes[axis] = analysis::modes_of(p, components[axis], box, most);
  return modes;
}

Measured measure(const terms::CheckSpec& spec, const Observed& observed) {
  const Settings& settings = *observed.settings;
  if (!feels_images(settings)) return lacking("periodic_box");
  const std::optional<Particles> found = forces_at_start(observed);
  if (!found) return lacking("ways_to_go_on");
  const Particles& p = *found;
  std::vector<std::size_t> all(p.size());
  std::iota(all.begin(), all.end(), 0);
  const std::vector<Vec3<double>> right = ewald_accelerations(p, settings, all);

  // A band is whole below the last one.
  const int judged = static_cast<int>(parameter(spec, force_slope(), "modes")), most = judged + 1;
  const double box = periodic_box(settings).x;
  const auto here = vector_modes(p, box, most, [&](std::size_t i) { return p.acceleration(i); });
  const auto there = vector_modes(p, box, most, [&](std::size_t i) { return right[i]; });
  const std::vector<int> bands = analysis::bands_of_modes(most);
  std::vector<double> both(most + 1), alone(most + 1);
  for (int axis = 0; axis < 3; ++axis)
    for (std::size_t w = 0; w < bands.size(); ++w) {
      both[bands[w]] += (here[axis][w] * std::conj(there[axis][w])).real();
      alone[bands[w]] += std::norm(there[axis][w]);
    }
  Measured out{0, {}};
  for (int band = 1; band <= judged; ++band) {
    const double slope = both[band] / alone[band];
    out.details["slope_" + std::to_string(band)] = slope;
    out.value = larger(out.value, std::abs(slope - 1));
  }
  return out;
}

}  // namespace

const Kind& force_slope() {
  static const Kind kind{
      "force_slope",
      "largest |slope - 1| of the forces on Ewald's in bands of wave numbers, in "
      "the state that a universe began with",
      kParameters, Needs::kNothing, measure};
  return kind;
}

}  // namespace tycho::checks
