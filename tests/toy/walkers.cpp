#include "tests/toy/walkers.hpp"
#include "tests/hand_clock.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tycho::walkers {

namespace {

constexpr std::array<Stage, 2> kStages{{{"think", "Think"}, {"walk", "Walk"}}};
constexpr std::array<Parameter, 1> kParameters{
    {{"dt", "time", "the step", 1, 1e-12, 1, false, {}, Scope::kBoth}}};
constexpr std::array<std::string_view, 2> kPaces{"slow", "fast"};
constexpr std::array<Choice, 1> kChoices{{{"pace", "how fast it is", kPaces, Scope::kBoth}}};

Work work(int, const Settings&, std::int64_t) { return {1e9, 1e9}; }
Throughput throughput(const Settings&, std::int64_t n) {
  return {"bodies", static_cast<double>(n)};
}
double issue_slots(int, const Settings&) { return 0; }

constexpr Traits kTraits{.conserves = Conserved::kNothing, .begins_anywhere = true};

class Walkers final : public Algorithm {
 public:
  explicit Walkers(Habits habits) : habits_(std::move(habits)) {}

  void load(const Particles& particles) override {
    bodies_ = particles;
    taken_ = 0;
  }
  void advance(StageTimer& timer) override {
    if (habits_.steps_left-- == 0) throw Killed();
    const double step = std::round(bodies_.x.front()), cost = habits_.cost(step);
    stage(timer, kThink, [&] { clock_.now += habits_.walk ? cost : kThinking * cost; });
    stage(timer, kWalk,
          [&] { clock_.now += habits_.walk ? habits_.walk(step) : (1 - kThinking) * cost; });
    for (double& x : bodies_.x) x += habits_.speed;
    ++taken_;
  }
  void store(Particles& particles) override {
    particles = bodies_;
    if (!habits_.reversed) return;
    for (auto* along : {&particles.mass, &particles.x, &particles.y, &particles.vx})
      std::reverse(along->begin(), along->end());
    std::reverse(particles.id.begin(), particles.id.end());
    particles.species.clear();
    particles.softening.clear();
  }
  Clock& clock() override { return clock_; }
  std::vector<double> checkpoint() override { return bodies_.x; }
  void restore(const Particles& particles, std::span<const double> checkpoint) override {
    load(particles);
    bodies_.x.assign(checkpoint.begin(), checkpoint.end());
  }
  std::vector<double> counted() override { return {taken_}; }
  void recount(std::span<const double> counted) override { taken_ += counted.front(); }
  std::map<std::string, double> counters() const override {
    double smoothest = 0;
    for (const double length : bodies_.softening) smoothest = std::max(smoothest, length);
    return {{"taken", taken_}, {"first_id", double(bodies_.id.front())}, {"softest", smoothest}};
  }

 private:
  Habits habits_;
  Particles bodies_;
  double taken_ = 0;
  HandClock clock_{"clock"};
};

std::unique_ptr<Algorithm> of_settings(const Settings& settings) {
  return make({settings.choice("pace") == "fast" ? Cost(fast) : Cost(slow)});
}

}  // namespace

double slow(double step) { return 2 + 0.05 * step * step / 40; }
double fast(double step) { return 0.01 * (1 + step / 40); }

const Contract& contract() {
  static constexpr Contract kContract{"walkers",  "steps of a length that is known",
                                      kStages,    kParameters,
                                      kChoices,   work,
                                      throughput, issue_slots,
                                      kTraits};
  return kContract;
}

std::unique_ptr<Algorithm> make(Habits habits) {
  return std::make_unique<Walkers>(std::move(habits));
}

std::span<const Implementation> implementations() {
  static const std::array all{Implementation{&contract(), of_settings}};
  return all;
}

Particles bodies(std::size_t count) {
  Particles made(count);
  for (std::size_t i = 0; i < count; ++i) {
    made.mass[i] = 1 + static_cast<double>(i);
    made.y[i] = 10 * static_cast<double>(i);
    made.id[i] = 100 - i;
    made.species.push_back(static_cast<std::uint8_t>(i % 3));
    made.softening.push_back(0.5 + static_cast<double>(i));
  }
  return made;
}

}  // namespace tycho::walkers
