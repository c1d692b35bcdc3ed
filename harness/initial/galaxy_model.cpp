#include "harness/initial/galaxy_model.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tycho::initial {

namespace {

constexpr std::size_t kShells = 1200;
constexpr double kInnermost = 1e-4, kOutermost = 1e3;  // kpc

std::vector<double> shells() {
  std::vector<double> radius(kShells);
  for (std::size_t i = 0; i < kShells; ++i)
    radius[i] = kInnermost * std::pow(kOutermost / kInnermost,
                                      static_cast<double>(i) / static_cast<double>(kShells - 1));
  return radius;
}

/// The mass inside each shell: 4 pi r^3 rho dlnr by the trapezoid, with rho ~ 1 / r inside the
/// first.
std::vector<double> masses(const CutSphere& sphere) {
  const std::vector<double> radius = shells();
  const auto per_log = [&](double r) {
    return 4 * std::numbers::pi * r * r * r * sphere.density(r).value;
  };
  std::vector<double> mass(kShells);
  mass[0] = 0.5 * per_log(radius[0]);
  for (std::size_t i = 1; i < kShells; ++i)
    mass[i] = mass[i - 1] + 0.5 * std::log(radius[i] / radius[i - 1]) *
                                (per_log(radius[i - 1]) + per_log(radius[i]));
  return mass;
}

std::vector<double> sum(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = a[i] + b[i];
  return out;
}

SphericalField spherical_field(const GalaxyParameters& given, const std::vector<double>& spheres) {
  const std::vector<double> radius = shells();
  std::vector<double> mass(kShells), density(kShells);
  for (std::size_t i = 0; i < kShells; ++i) {
    const double r = radius[i], h = 1e-3 * r;
    mass[i] = spheres[i] + given.disc.mass_in_sphere(r);
    const double disc = (given.disc.mass_in_sphere(r + h) - given.disc.mass_in_sphere(r - h)) /
                        (2 * h * 4 * std::numbers::pi * r * r);
    density[i] = given.halo.density(r).value + given.bulge.density(r).value + disc;
  }
  return {radius, mass, density};
}

/// The fraction of an exponential disc's mass inside x scale radii, and back by bisection.
double enclosed(double x) { return 1 - (1 + x) * std::exp(-x); }
double scale_radii_of(double fraction) {
  double low = 0, high = 50;
  for (int i = 0; i < 60; ++i) {
    const double x = 0.5 * (low + high);
    (enclosed(x) < fraction ? low : high) = x;
  }
  return 0.5 * (low + high);
}

/// Linear between the values of a table over [0, 1].
double read(const std::vector<double>& table, double x) {
  const double along = std::clamp(x, 0.0, 1.0) * static_cast<double>(table.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(along), table.size() - 2);
  const double part = along - static_cast<double>(i);
  return (1 - part) * table[i] + part * table[i + 1];
}

}  // namespace

DensitySlopes CutSphere::density(double r) const {
  // rho = h(r) s(r): Hernquist's profile and the cut, each with its logarithmic slopes.
  const double h =
      mass * scale / (2 * std::numbers::pi * r * (r + scale) * (r + scale) * (r + scale));
  const double h1 = -1 / r - 3 / (r + scale);                                 // h' / h
  const double h2 = h1 * h1 + 1 / (r * r) + 3 / ((r + scale) * (r + scale));  // h'' / h
  const double x = std::min(r / cut, 300.0), t = std::tanh(x);
  const double s = 1 / std::cosh(x);
  const double s1 = -t / cut;                       // s' / s
  const double s2 = (2 * t * t - 1) / (cut * cut);  // s'' / s
  return {h * s, h * s * (h1 + s1), h * s * (h2 + 2 * h1 * s1 + s2)};
}

GalaxyModel::GalaxyModel(const GalaxyParameters& given)
    : given_(given),
      disc_pull_(given.disc, edge()),
      halo_mass_(masses(given.halo)),
      bulge_mass_(masses(given.bulge)),
      field_(spherical_field(given, sum(halo_mass_, bulge_mass_))),
      halo_speeds_(
          field_, [&](double r) { return given.halo.density(r); }, "halo"),
      bulge_speeds_(
          field_, [&](double r) { return given.bulge.density(r); }, "bulge") {
  spheres_mass_ = sum(halo_mass_, bulge_mass_);
  const SphericalField spheres(field_.radius, spheres_mass_, field_.density);
  const int heights = disc_pull_.heights();
  for (int i = 0; i <= DiscPull::kRadii; ++i) {
    const double radius = disc_pull_.radius(i);
    for (int j = 0; j <= heights; ++j) {
      const double z = disc_pull_.height(j), r = std::hypot(radius, z);
      const double spherical = r > 0 ? spheres.mass_at(r) / (r * r * r) : 0;
      inward_.push_back(disc_pull_.inward(i, j) + spherical * radius);
      downward_.push_back(disc_pull_.downward(i, j) + spherical * z);
    }
    circular_sq_.push_back(radius *
                           inward_[inward_.size() - static_cast<std::size_t>(heights) - 1]);
  }
  // sigma_z^2 = 1 / rho int_z^inf rho dPhi/dz' dz', from above by the trapezoid.
  vertical_sq_.resize(downward_.size());
  for (int i = 0; i <= DiscPull::kRadii; ++i) {
    const std::size_t row = static_cast<std::size_t>(i) * static_cast<std::size_t>(heights + 1);
    double pressure = 0;
    for (int j = heights; j >= 0; --j) {
      const std::size_t here = row + static_cast<std::size_t>(j);
      const double rho = given.disc.density(0, disc_pull_.height(j));
      if (j < heights) {
        const double above = given.disc.density(0, disc_pull_.height(j + 1));
        pressure += 0.5 * (disc_pull_.height(j + 1) - disc_pull_.height(j)) *
                    (rho * downward_[here] + above * downward_[here + 1]);
      } else {  // beyond the table the profile falls as exp(-2 z / z_0)
        pressure = rho * downward_[here] * 0.5 * given.disc.thickness;
      }
      vertical_sq_[here] = pressure / rho;
    }
  }
  constexpr int kFractions = 4096;
  for (int i = 0; i <= kFractions; ++i) {
    const double root = static_cast<double>(i) / kFractions;
    disc_radius_.push_back(given.disc.scale *
                           scale_radii_of(enclosed(given.disc_edge) * root * root));
  }
  // sigma_R^2 falls as the surface density; its value in the middle makes the least Q the one asked
  // for.
  central_dispersion_ = 1;
  double least = HUGE_VAL;
  for (double x = 0.3; x < 6; x += 0.05) least = std::min(least, toomre_q(x * given.disc.scale));
  central_dispersion_ = given.toomre_q / least;
}

double GalaxyModel::mass(GalaxySpecies species) const {
  if (species == kHalo) return halo_mass_.back();
  if (species == kBulge) return bulge_mass_.back();
  return given_.disc.mass * enclosed(given_.disc_edge);
}

double GalaxyModel::radius_of(GalaxySpecies species, double fraction) const {
  const std::vector<double>& mass = species == kHalo ? halo_mass_ : bulge_mass_;
  const double wanted = fraction * mass.back();
  // Inside the first shell the mass goes as r^2.
  if (wanted <= mass.front()) return field_.radius.front() * std::sqrt(wanted / mass.front());
  const auto above = std::lower_bound(mass.begin(), mass.end(), wanted) - mass.begin();
  const auto b = static_cast<std::size_t>(above), a = b - 1;
  const double part = (wanted - mass[a]) / (mass[b] - mass[a]);
  return field_.radius[a] * std::pow(field_.radius[b] / field_.radius[a], part);
}

double GalaxyModel::disc_radius_of(double fraction) const {
  return read(disc_radius_, std::sqrt(fraction));
}

double GalaxyModel::on_grid(const std::vector<double>& table, double radius, double z) const {
  const double x = std::clamp(radius / edge(), 0.0, 1.0) * DiscPull::kRadii;
  const double y = std::min(std::abs(z) / given_.disc.thickness * DiscPull::kPerThickness,
                            static_cast<double>(disc_pull_.heights()));
  const int i = std::min(static_cast<int>(x), DiscPull::kRadii - 1);
  const int j = std::min(static_cast<int>(y), disc_pull_.heights() - 1);
  const auto value = [&](int a, int b) {
    return table[static_cast<std::size_t>(a * (disc_pull_.heights() + 1) + b)];
  };
  const double p = x - i, q = y - j;
  return (1 - p) * ((1 - q) * value(i, j) + q * value(i, j + 1)) +
         p * ((1 - q) * value(i + 1, j) + q * value(i + 1, j + 1));
}

double GalaxyModel::circular_speed(double radius) const {
  return std::sqrt(read(circular_sq_, radius / edge()));
}

// kappa^2 = 4 Omega^2 + R d(Omega^2)/dR = (2 v_c^2 + R d(v_c^2)/dR) / R^2, over two cells of the
// table, which is linear between its points.
double GalaxyModel::epicyclic_frequency(double radius) const {
  const double cell = edge() / DiscPull::kRadii, r = std::max(radius, cell);
  const double slope =
      (read(circular_sq_, (r + cell) / edge()) - read(circular_sq_, (r - cell) / edge())) /
      (2 * cell);
  return std::sqrt(2 * read(circular_sq_, r / edge()) / (r * r) + slope / r);
}

double GalaxyModel::radial_dispersion(double radius) const {
  return central_dispersion_ * std::exp(-0.5 * radius / given_.disc.scale);
}

double GalaxyModel::azimuthal_dispersion(double radius) const {
  const double r = std::max(radius, edge() / DiscPull::kRadii);
  return radial_dispersion(radius) * epicyclic_frequency(r) / (2 * circular_speed(r) / r);
}

double GalaxyModel::vertical_dispersion(double radius, double z) const {
  return std::sqrt(on_grid(vertical_sq_, radius, z));
}

// Jeans equation along R: <v_phi>^2 = R dPhi/dR + sigma_R^2 - sigma_phi^2
//                                    + sigma_R^2 d ln(rho sigma_R^2) / d ln R, the last -2 R / R_d.
double GalaxyModel::mean_rotation(double radius, double z) const {
  const double sigma_r = radial_dispersion(radius), sigma_phi = azimuthal_dispersion(radius);
  const double square = radius * on_grid(inward_, radius, z) +
                        sigma_r * sigma_r * (1 - 2 * radius / given_.disc.scale) -
                        sigma_phi * sigma_phi;
  return std::sqrt(std::max(square, 0.0));
}

double GalaxyModel::toomre_q(double radius) const {
  return radial_dispersion(radius) * epicyclic_frequency(radius) /
         (3.36 * given_.disc.surface_density(radius));
}

double GalaxyModel::half_mass_period() const {
  const double r = disc_radius_of(0.5);
  return 2 * std::numbers::pi * r / circular_speed(r);
}

std::array<double, 2> GalaxyModel::pull(double radius, double z) const {
  if (radius < edge() && std::abs(z) < DiscPull::kHeights * given_.disc.thickness)
    return {on_grid(inward_, radius, z), on_grid(downward_, radius, z)};
  const double r = std::hypot(radius, z), factor = field_.mass_at(r) / (r * r * r);
  return {factor * radius, factor * z};
}

}  // namespace tycho::initial
