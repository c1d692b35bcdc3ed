#include "reference/all_pairs/all_pairs.hpp"

#include <initializer_list>
#include <limits>
#include <utility>

#include "core/formulas/mass_unit.hpp"
#include "core/steps/all_pairs.hpp"
#include "reference/all_pairs/bodies.hpp"

namespace tycho::reference::all_pairs {

namespace {

using namespace tycho::all_pairs;

template <typename Real>
class OnCpu final : public Stages {
 public:
  explicit OnCpu(const Options& options)
      : options_(options),
        step_(static_cast<Real>(options.dt)),
        softening_(static_cast<Real>(options.softening)) {}

  bool has(StageId stage) const override { return stage != kExchange || !ranks().alone(); }

  void take(const Particles& p) override {
    const auto cast = [](const std::vector<double>& from) {
      return std::vector<Real>(from.begin(), from.end());
    };
    const std::vector<Real> unwritten(p.size(), std::numeric_limits<Real>::quiet_NaN());
    const Real unit = mass_unit<Real>(p.mass);
    std::vector<Real> masses;
    for (const double mass : p.mass) masses.push_back(static_cast<Real>(mass / unit));
    bodies_ = {std::move(masses), cast(p.x), cast(p.y), cast(p.z), cast(p.vx), cast(p.vy),
               cast(p.vz),        unwritten, unwritten, unwritten, unit};
    share_ = share_of(p.size(), ranks());
  }

  void enqueue(StageId stage) override {
    switch (stage) {
      case kForce:
        return evaluate();
      case kKick:
        return kick(bodies_, share_, step_ / 2, options_.threads);
      case kDrift:
        return drift(bodies_, share_, step_, options_.threads);
      case kExchange:
        return gather({&bodies_.x, &bodies_.y, &bodies_.z});
    }
  }

  void store(Particles& p) override {
    if (!ranks().alone())
      gather({&bodies_.vx, &bodies_.vy, &bodies_.vz, &bodies_.ax, &bodies_.ay, &bodies_.az});
    const auto cast = [](const std::vector<Real>& from) {
      return std::vector<double>(from.begin(), from.end());
    };
    p.mass = cast(bodies_.mass);
    for (double& mass : p.mass) mass *= bodies_.mass_unit;
    p.x = cast(bodies_.x);
    p.y = cast(bodies_.y);
    p.z = cast(bodies_.z);
    p.vx = cast(bodies_.vx);
    p.vy = cast(bodies_.vy);
    p.vz = cast(bodies_.vz);
    p.ax = cast(bodies_.ax);
    p.ay = cast(bodies_.ay);
    p.az = cast(bodies_.az);
  }

  Clock& clock() override { return clock_; }

 private:
  Ranks& ranks() const { return *options_.ranks; }

  /// Has every rank know the shares of all others.
  void gather(std::initializer_list<std::vector<Real>*> components) {
    const std::vector<std::size_t> counts = share_sizes(bodies_.size(), ranks().size());
    for (std::vector<Real>* const component : components)
      ranks().all_gather(std::span<Real>(*component), counts);
  }

  void evaluate() {
    switch (options_.loop) {
      case Loop::kPlain:
        return force(bodies_, share_, softening_, options_.threads);
      case Loop::kSymmetric:
        return force_symmetric(bodies_, softening_);
      case Loop::kBest:
        return force_best(bodies_, share_, softening_, options_.targets, options_.threads);
    }
  }

  Options options_;
  Real step_, softening_;
  Bodies<Real> bodies_;
  Share share_;  // that this rank moves
  HostClock clock_;
};

std::unique_ptr<Stages> stages(const Options& options) {
  if (options.precision == Precision::kFp32) return std::make_unique<OnCpu<float>>(options);
  return std::make_unique<OnCpu<double>>(options);
}

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  const Options options = tycho::all_pairs::options(settings);
  require_sound(options);
  return make_step(stages(options));
}

}  // namespace tycho::reference::all_pairs
