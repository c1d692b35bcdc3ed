#include "tests/toy/oscillators.hpp"

#include <array>

namespace tycho::oscillators {

namespace {

constexpr std::array<Stage, 2> kStages{{
    {"kick", "Kick by the springs", Consistency::kBitwise, true},
    {"drift", "Drift of the bodies", Consistency::kBitwise, true},
}};

constexpr std::array<Parameter, 2> kParameters{{
    {"dt", "time", "the step", 0.01, 1e-12, 1, false, {}, Scope::kBoth},
    {"frequency",
     "1 / time",
     "of every spring",
     1,
     1e-6,
     1e6,
     false,
     {},
     Scope::kBoth,
     {},
     "omega"},
}};

Work work(int stage, const Settings&, std::int64_t particles) {
  const double n = static_cast<double>(particles);
  return stage == kKick ? Work{2 * 9 * n, 2 * 9 * 8 * n} : Work{6 * n, 9 * 8 * n};
}

Throughput throughput(const Settings&, std::int64_t particles) {
  return {"bodies", static_cast<double>(particles)};
}

double issue_slots(int, const Settings&) { return 0; }

class Oscillators final : public Algorithm {
 public:
  explicit Oscillators(const Settings& settings)
      : step_(settings.dt()), frequency_(settings.number("frequency")) {}

  void load(const Particles& particles) override {
    bodies_ = particles;
    pull();
  }

  void advance(StageTimer& timer) override {
    stage(timer, kKick, [&] { kick(); });
    stage(timer, kDrift, [&] { drift(); });
    stage(timer, kKick, [&] { kick(); });
  }

  void store(Particles& particles) override { particles = bodies_; }
  Clock& clock() override { return clock_; }

  /// phi = omega^2 r^2: a pair's potential counts for two bodies, a spring's for one.
  std::vector<double> field(std::string_view name) override {
    std::vector<double> potential;
    if (name != "particle_potential") return potential;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Vec3<double> x = bodies_.position(i);
      potential.push_back(frequency_ * frequency_ * dot(x, x));
    }
    return potential;
  }

 private:
  void pull() {
    const double stiffness = frequency_ * frequency_;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      bodies_.ax[i] = -stiffness * bodies_.x[i];
      bodies_.ay[i] = -stiffness * bodies_.y[i];
      bodies_.az[i] = -stiffness * bodies_.z[i];
    }
  }
  void kick() {
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      bodies_.set_velocity(i, bodies_.velocity(i) + (step_ / 2) * bodies_.acceleration(i));
  }
  void drift() {
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      bodies_.set_position(i, bodies_.position(i) + step_ * bodies_.velocity(i));
    pull();
  }

  double step_, frequency_;
  Particles bodies_;
  HostClock clock_;
};

std::unique_ptr<Algorithm> make(const Settings& settings) {
  return std::make_unique<Oscillators>(settings);
}

}  // namespace

const Contract& contract() {
  static constexpr Contract kContract{
      "oscillators",
      "bodies on springs, kick-drift-kick leapfrog",
      kStages,
      kParameters,
      {},
      work,
      throughput,
      issue_slots,
  };
  return kContract;
}

std::span<const Implementation> implementations() {
  static const std::array all{Implementation{&contract(), make}};
  return all;
}

}  // namespace tycho::oscillators
