#include "reference/pic/pic.hpp"

#include <type_traits>

#include "core/contracts/pic.hpp"
#include "core/formulas/pic_push.hpp"
#include "reference/pic/electrons.hpp"
#include "reference/pic/spectrum.hpp"

namespace tycho::reference::pic {

namespace {

using namespace tycho::pic;

template <typename Real>
std::unique_ptr<Transform<Real>> make_transform(const Settings& settings, Grid<Real>& grid) {
  return settings.chosen("fft", "library") ? fft_library(settings, grid)
                                           : fft_batched(settings, grid);
}

/// Electrons is Scattered<Real> or Ordered<Real>.
template <typename Real, typename Electrons>
class Pic final : public Algorithm {
  static constexpr bool kOrdered = std::is_same_v<Electrons, Ordered<Real>>;

 public:
  explicit Pic(const Settings& settings)
      : settings_(settings),
        dt_(static_cast<Real>(settings.number("dt"))),
        grid_(settings.integer("nx"), settings.integer("ny"), settings.threads(), !kOrdered),
        transform_(make_transform(settings, grid_)) {}

  /// The velocities come in at the time of the positions; half a kick backwards staggers them.
  void load(const Particles& p) override {
    require_sound(settings_, p);
    mass_ = particle_mass(settings_, static_cast<std::int64_t>(p.size()));
    pic::load(electrons_, p, grid_.nx, grid_.ny);
    evaluate();
    for_each(electrons_, grid_.nx, [&](std::size_t i, int c, Real dx, Real dy) {
      const auto cell = grid_.cell(c % grid_.nx, c / grid_.nx);
      Electron<Real>& e = electrons_.part[i];
      e.vx = kicked(e.vx, interpolated(cell.x, dx, dy), -dt_ / 2);
      e.vy = kicked(e.vy, interpolated(cell.y, dx, dy), -dt_ / 2);
    });
  }

  void advance(StageTimer& timer) override {
    stage(timer, kDeposit, [&] { deposit(electrons_, grid_, charge()); });
    stage(timer, kGuardAdd, [&] { guard_add(grid_); });
    stage(timer, kFftForward, [&] { transform_->fft_forward(); });
    stage(timer, kField, [&] { pic::field(transform_->spectrum, grid_.threads); });
    stage(timer, kFftInverse, [&] { transform_->fft_inverse(); });
    stage(timer, kGuardCopy, [&] { guard_copy(grid_); });
    stage(timer, kPush, [&] { push(electrons_, grid_, dt_); });
    if constexpr (kOrdered) stage(timer, kReorder, [&] { reorder(electrons_, grid_, dt_); });
  }

  /// The velocities go out at the time of the positions: half a kick synchronises the copy.
  void store(Particles& p) override {
    evaluate();
    p = Particles(electrons_.part.size());
    p.id = electrons_.id;
    std::fill(p.mass.begin(), p.mass.end(), mass_);
    std::fill(p.az.begin(), p.az.end(), 0.0);
    const double half = 0.5 * static_cast<double>(dt_);
    for_each(electrons_, grid_.nx, [&](std::size_t i, int c, Real dx, Real dy) {
      const auto cell = grid_.cell(c % grid_.nx, c / grid_.nx);
      const Electron<Real>& e = electrons_.part[i];
      p.x[i] = c % grid_.nx + static_cast<double>(dx);
      p.y[i] = c / grid_.nx + static_cast<double>(dy);
      p.ax[i] = kChargeOverMass<double> * static_cast<double>(interpolated(cell.x, dx, dy));
      p.ay[i] = kChargeOverMass<double> * static_cast<double>(interpolated(cell.y, dx, dy));
      p.vx[i] = static_cast<double>(e.vx) + half * p.ax[i];
      p.vy[i] = static_cast<double>(e.vy) + half * p.ay[i];
    });
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "charge_density") return {grid_.charge.begin(), grid_.charge.end()};
    if (name == "ex") return {grid_.field[0].begin(), grid_.field[0].end()};
    if (name == "ey") return {grid_.field[1].begin(), grid_.field[1].end()};
    if (name == "potential") return potential_on_grid();
    if (name == "particle_potential") return potential_at_particles();
    if (name == "group" && kOrdered) {
      std::vector<double> groups(electrons_.part.size());
      for_each(electrons_, grid_.nx, [&](std::size_t i, int c, Real, Real) { groups[i] = c; });
      return groups;
    }
    return {};
  }

  Clock& clock() override { return clock_; }

  std::map<std::string, double> counters() const override {
    const auto n = static_cast<std::int64_t>(electrons_.part.size());
    std::map<std::string, double> all{
        {"deposit_intensity", deposit_intensity(kOrdered, settings_, n)}};
    if constexpr (kOrdered) all["moved_particles"] = static_cast<double>(electrons_.moved);
    return all;
  }

 private:
  Real charge() const { return static_cast<Real>(-mass_); }

  void evaluate() {
    deposit(electrons_, grid_, charge());
    guard_add(grid_);
    transform_->fft_forward();
    solve();
  }

  void solve() {
    pic::field(transform_->spectrum, grid_.threads);
    transform_->fft_inverse();
    guard_copy(grid_);
  }

  /// Through the transform of the field, which is then made anew.
  std::vector<double> potential_on_grid() {
    pic::potential(transform_->spectrum);
    transform_->fft_inverse();
    const std::vector<double> values(grid_.field[0].begin(), grid_.field[0].end());
    solve();
    return values;
  }

  /// (q/m) phi: with it, 1/2 sum m of these is the energy of the field.
  std::vector<double> potential_at_particles() {
    const std::vector<double> phi = potential_on_grid();
    std::vector<double> values(electrons_.part.size());
    for_each(electrons_, grid_.nx, [&](std::size_t p, int c, Real dx, Real dy) {
      const int nx = grid_.nx, i = c % nx, j = c / nx;
      const std::size_t right = (i + 1) % nx, row = std::size_t(nx) * j,
                        up = std::size_t(nx) * ((j + 1) % grid_.ny);
      const Corners<double> at{phi[row + i], phi[row + right], phi[up + i], phi[up + right]};
      values[p] = kChargeOverMass<double> * interpolated(at, double(dx), double(dy));
    });
    return values;
  }

  Settings settings_;
  Real dt_;
  Grid<Real> grid_;
  std::unique_ptr<Transform<Real>> transform_;
  Electrons electrons_;
  double mass_ = 0;
  HostClock clock_;
};

template <typename Real>
std::unique_ptr<Algorithm> make_layout(const Settings& settings) {
  if (settings.chosen("layout", "ordered"))
    return std::make_unique<Pic<Real, Ordered<Real>>>(settings);
  return std::make_unique<Pic<Real, Scattered<Real>>>(settings);
}

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  require_sound(settings);
  return settings.chosen("precision", "fp32") ? make_layout<float>(settings)
                                              : make_layout<double>(settings);
}

}  // namespace tycho::reference::pic
