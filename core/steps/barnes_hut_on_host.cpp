#include "core/steps/barnes_hut_on_host.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/host_memory.hpp"
#include "core/steps/host_stages.hpp"

namespace tycho::barnes_hut {

namespace {

class OnHost final : public tree::HostStages<Stages, StepState, Options, HostWalk> {
 public:
  OnHost(const Settings& settings, const Options& options, std::unique_ptr<HostWalk> walk)
      : HostStages(settings, options,
                   {.quadrupole = options.quadrupole,
                    .by_id = options.by_id && options.scheme == Scheme::kParticle,
                    .grouped = options.grouped()},
                   std::move(walk)) {
    rule_.quadrupole = options.quadrupole;
    rule_.spline = options.spline;
    rule_.alpha = options.alpha;
    rule_.softening = options.softening;
    rule_.radius = options.spline ? tree::kSplineRadius * options.softening : 0;
    tree_.set_softening(rule_.radius);
  }

  bool has(int stage) const override {
    if (stage == kGroup) return options_.grouped();
    if (stage == kUpload || stage == kDownload) return walks_elsewhere();
    if (stage == kMigrate || stage == kExchange) return over_ranks();
    return true;
  }

  void enqueue(int stage, const StepState& state) override {
    switch (stage) {
      case kKick:
        return kick(bodies_, state.ticks, options_.threads);
      case kDrift:
        return drift(bodies_, state.drift, options_.threads);
      case kSort:
        return tree_.sort(bodies_.x);
      case kBuild:
        return tree_.build();
      case kMoments:
        return tree_.moments(bodies_.x, bodies_.mass, bodies_.radius, state.relative);
      case kMigrate:
        return migrate();
      case kExchange:
        return fetch(state);
      case kGroup:
        return tree::group(tree_.tree(), options_.ncrit, options_.threads, groups_);
      case kUpload:
        return upload(state);
      case kWalk:
        return walk(state);
      case kDownload:
        return download();
    }
    throw std::logic_error("barnes_hut: no such stage on the host");
  }

  void choose_steps(const StepState& state) override {
    const std::vector<double>& own = bodies_.softening;
    rungs_ = choose_rungs(bodies_, state.ticks, options_.eta,
                          own.empty() ? std::span<const double>(&options_.softening, 1) : own,
                          options_.threads);
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "particle_potential") return of_all_bodies(bodies_.pot);
    if (name == "tree_root") return tree_.root();
    return HostStages::field(name);
  }

  void settle() override {
    if (over_ranks()) tree_.settle();
    HostStages::settle();
  }
  void add_counters(std::map<std::string, double>& all) const override {
    tree_.add_counters(all);
    HostStages::add_counters(all);
    if (!options_.grouped()) return;
    const std::size_t real = options_.single && walks_elsewhere() ? sizeof(float) : sizeof(double);
    all["groups"] = static_cast<double>(groups_.size());
    all["list_bytes"] = static_cast<double>(groups_.sources.size() * 4 * real);
  }

 private:
  HostBodies loaded(const Particles& p) override {
    ranks().all_or_none([&] {
      require_sound(p, settings_);
      require_host_memory(host_bytes(static_cast<std::int64_t>(p.size()), settings_), "barnes_hut");
    });
    HostBodies all(p, spline_radii(p, settings_));
    own_radii_ = !all.radius.empty();
    return all;
  }

  void fetch(const StepState& state) {
    const auto accuracy = [&](std::int32_t i) {
      return options_.alpha * std::sqrt(dot(bodies_.acc[i], bodies_.acc[i]));
    };
    exchange(state, {.by_softening = options_.spline, .quadrupole = options_.quadrupole}, accuracy,
             own_radii_);
  }

  bool own_radii_ = false;  // whether bodies have softening radii of their own
};

}  // namespace

std::unique_ptr<Stages> make_host_stages(const Settings& settings, std::unique_ptr<HostWalk> walk) {
  return std::make_unique<OnHost>(settings, options(settings), std::move(walk));
}

}  // namespace tycho::barnes_hut
