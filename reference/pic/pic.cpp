// What the CPU supplies to the step: its memory and its stages.
#include "reference/pic/pic.hpp"

#include <type_traits>

#include "core/formulas/pic_push.hpp"
#include "core/steps/pic.hpp"
#include "reference/pic/electrons.hpp"
#include "reference/pic/over_ranks.hpp"
#include "reference/pic/rows.hpp"
#include "reference/pic/spectrum.hpp"

namespace tycho::reference::pic {

namespace {

using namespace tycho::pic;

template <typename Real>
std::unique_ptr<Transform<Real>> make_transform(const Options& options, Grid<Real>& grid) {
  if (options.fft == Fft::kBatched) return fft_batched(options, grid);
  return options.best ? fft_shares(options, grid) : fft_library(options, grid);
}

/// Electrons is Scattered<Real>, Ordered<Real> or, with loop = best, Rows<Real>.
template <typename Real, typename Electrons>
class OnCpu final : public Stages<Real> {
  static constexpr bool kIsScattered = std::is_same_v<Electrons, Scattered<Real>>;
  static constexpr bool kIsOrdered = std::is_same_v<Electrons, Ordered<Real>>;
  static constexpr bool kIsFused = std::is_same_v<Electrons, Rows<Real>>;
  static constexpr Patches kPatches = kIsScattered ? Patches::kWhole
                                      : kIsOrdered ? Patches::kShares
                                                   : Patches::kRows;

 public:
  explicit OnCpu(const Options& options)
      : options_(options),
        dt_(static_cast<Real>(options.dt)),
        grid_(options.nx, options.ny, options.threads, kPatches),
        transform_(make_transform(options, grid_)) {}

  Clock& clock() override { return clock_; }

  void load(const Particles& p) override {
    charge_ = static_cast<Real>(-particle_mass(options_, static_cast<std::int64_t>(p.size())));
    pic::load(electrons_, p, grid_.nx, grid_.ny);
  }

  void kick(Real by, const HostField<Real>& field) override {
    for_each(electrons_, grid_.nx,
             [&](std::uint64_t, int cell, Real dx, Real dy, Real& vx, Real& vy) {
               vx = kicked(vx, field.x.at(cell, dx, dy), by);
               vy = kicked(vy, field.y.at(cell, dx, dy), by);
             });
  }

  void enqueue(int stage) override {
    switch (stage) {
      case kDeposit:
        return deposit(electrons_, grid_, charge_);
      case kGuardAdd:
        return kIsFused ? guard_add_rows(grid_) : guard_add(grid_);
      case kFftForward:
        return transform_->fft_forward();
      case kField:
        return pic::field(transform_->spectrum, grid_.threads);
      case kFftInverse:
        return transform_->fft_inverse();
      case kGuardCopy:
        return guard_copy(grid_);
      case kPush:
        if constexpr (!kIsFused) return push(electrons_, grid_, dt_);
        break;
      case kReorder:
        if constexpr (kIsOrdered) return reorder(electrons_, grid_, dt_);
        break;
      case kPushDepositReorder:
        if constexpr (kIsFused) return push_deposit_reorder(electrons_, grid_, dt_, charge_);
        break;
    }
    throw std::logic_error("pic: no such stage in this layout on the CPU");
  }

  /// Memory grows as it is needed.
  bool stopped() override { return false; }

  HeldParticles<Real> particles() override {
    HeldParticles<Real> held;
    held.reserve(electrons_.id.size());
    for_each(electrons_, grid_.nx,
             [&](std::uint64_t id, int cell, Real dx, Real dy, Real vx, Real vy) {
               held.add(id, cell, cell, dx, dy, vx, vy);
             });
    return held;
  }

  std::vector<Real> charge_density() override { return grid_.charge; }

  HostField<Real> field() override { return {on_host(grid_.field[0]), on_host(grid_.field[1])}; }

  std::vector<double> potential() override {
    pic::potential(transform_->spectrum);
    transform_->fft_inverse();
    const std::vector<double> values(grid_.field[0].begin(), grid_.field[0].end());
    pic::field(transform_->spectrum, grid_.threads);
    transform_->fft_inverse();
    return values;
  }

  /// In double, whatever the precision of the run.
  std::vector<double> potential_at(const HeldParticles<Real>& held) override {
    return scaled_at(HostGrid<double>{grid_.nx, grid_.ny, potential()}, held,
                     kChargeOverMass<double>);
  }

  double synchronising_step() const override { return static_cast<double>(dt_); }

  std::map<std::string, double> counters() const override {
    if constexpr (!kIsScattered)
      return {{"moved_particles", static_cast<double>(electrons_.moved)}};
    return {};
  }

 private:
  HostGrid<Real> on_host(const std::vector<Real>& values) const {
    return {grid_.nx, grid_.ny, values};
  }

  Options options_;
  Real dt_;
  Grid<Real> grid_;
  std::unique_ptr<Transform<Real>> transform_;
  Electrons electrons_;
  Real charge_ = 0;  // of a particle
  HostClock clock_;
};

template <typename Real>
std::unique_ptr<Algorithm> make_in(const Options& options) {
  if (options.ranks && unfit_for_ranks(options).empty())
    return make_step<Real>(options, over_ranks<Real>(options));
  if (options.best)
    return make_step<Real>(options, std::make_unique<OnCpu<Real, Rows<Real>>>(options));
  if (options.layout == Layout::kOrdered)
    return make_step<Real>(options, std::make_unique<OnCpu<Real, Ordered<Real>>>(options));
  return make_step<Real>(options, std::make_unique<OnCpu<Real, Scattered<Real>>>(options));
}

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  const Options options = tycho::pic::options(settings);
  require_sound(options);
  return options.fp32 ? make_in<float>(options) : make_in<double>(options);
}

}  // namespace tycho::reference::pic
