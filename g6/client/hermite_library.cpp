#include "g6/client/hermite_library.hpp"

#include "core/contracts/hermite.hpp"
#include "core/contracts/hermite_library.hpp"
#include "g6/client/integrator.hpp"

namespace tycho::g6::client {

namespace {

using namespace tycho::hermite_library;

std::string precision_of(const Settings& settings) {
  return settings.backend() == Backend::kCuda ? settings.choice("precision") : "fp64";
}

IntegratorOptions options_of(const Settings& settings) {
  const bool shared = settings.chosen("steps", "shared");
  IntegratorOptions options;
  options.engine = {std::string(name(settings.backend())), precision_of(settings),
                    settings.threads()};
  options.softening = settings.number("softening");
  options.accuracy = settings.number("accuracy");
  options.range = hermite::step_range(settings);
  options.shared_step = shared ? settings.number("dt") : 0;
  options.shared_active = settings.integer("active");
  return options;
}

class HermiteLibrary final : public Algorithm {
 public:
  explicit HermiteLibrary(const Settings& settings)
      : settings_(settings), integrator_(options_of(settings)) {}

  void load(const Particles& particles) override {
    integrator_.load(particles);
    start_ = 0;
    advances_ = 0;
  }

  void advance(StageTimer& timer) override {
    const double end = start_ + settings_.number("dt") * static_cast<double>(++advances_);
    do {
      stage(timer, kSchedule, [&] { integrator_.schedule(); });
      stage(timer, kPredict, [&] { integrator_.predict(); });
      stage(timer, kCall, [&] { integrator_.call(); });
      stage(timer, kCorrect, [&] { integrator_.correct(); });
    } while (block_steps() && integrator_.now() < end);
  }

  void store(Particles& particles) override {
    integrator_.store(particles);
    const Block all = integrator_.forces_of_all(precision_of(settings_));
    for (std::size_t i = 0; i < particles.size(); ++i) {
      particles.ax[i] = all.acc[3 * i];
      particles.ay[i] = all.acc[3 * i + 1];
      particles.az[i] = all.acc[3 * i + 2];
    }
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "block_time") return integrator_.times();
    if (name == "block_step") return integrator_.steps();
    if (name == "particle_potential") return integrator_.forces_of_all("fp64").pot;
    if (name == "neighbour") {
      const Block all = integrator_.forces_of_all(precision_of(settings_));
      return {all.neighbour.begin(), all.neighbour.end()};
    }
    if (name != "jerk") return {};
    const Block all = integrator_.forces_of_all(precision_of(settings_));
    std::vector<double> values;
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::size_t i = 0; i < all.size(); ++i) values.push_back(all.jerk[3 * i + axis]);
    return values;
  }

  std::vector<double> checkpoint() override { return integrator_.checkpoint(); }
  void restore(const Particles& particles, std::span<const double> checkpoint) override {
    integrator_.restore(particles, checkpoint);
    start_ = integrator_.now();
    advances_ = 0;
  }

  double work_share(int) const override {
    const Counts& counts = integrator_.counts();
    return hermite::work_share(
        hermite::kEvaluate, settings_, static_cast<std::int64_t>(integrator_.size()), advances_,
        static_cast<double>(counts.steps), static_cast<double>(counts.blocks));
  }

  std::map<std::string, double> counters() const override {
    if (!block_steps()) return {};
    const Counts& counts = integrator_.counts();
    const double blocks = static_cast<double>(counts.blocks);
    const double steps = static_cast<double>(counts.steps);
    return {{"block_steps", blocks},
            {"particle_steps", steps},
            {"mean_block", blocks > 0 ? steps / blocks : 0},
            {"steps_at_floor", static_cast<double>(counts.floored)}};
  }

  Clock& clock() override { return clock_; }

 private:
  bool block_steps() const { return settings_.chosen("steps", "block"); }

  Settings settings_;
  Integrator integrator_;
  HostClock clock_;   // a call returns when its results are there
  double start_ = 0;  // of the spans, and how many there were
  std::int64_t advances_ = 0;
};

}  // namespace

std::unique_ptr<Algorithm> make_hermite(const Settings& settings) {
  hermite::require_sound_steps(settings);
  return std::make_unique<HermiteLibrary>(settings);
}

}  // namespace tycho::g6::client
