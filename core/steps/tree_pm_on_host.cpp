#include "core/steps/tree_pm_on_host.hpp"

#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/formulas/short_range.hpp"
#include "core/host_memory.hpp"
#include "core/mesh/host_mesh.hpp"
#include "core/steps/host_stages.hpp"

namespace tycho::tree_pm {

namespace {

class OnHost final : public tree::HostStages<Stages, StepState, Options, HostWalk> {
 public:
  OnHost(const Settings& settings, const Options& options, std::unique_ptr<HostWalk> walk)
      : HostStages(settings, options,
                   {.quadrupole = false,
                    .by_id = options.by_id && options.scheme == Scheme::kParticle,
                    .grouped = false},
                   std::move(walk)) {
    rule_.table = options.table;
    rule_.alpha = options.alpha;
  }

  Copies copies() const override { return walks_elsewhere() ? Copies::kTree : Copies::kNothing; }
  bool has(int stage) const override {
    switch (stage) {
      case kGroup:
        return false;
      case kUpload:
      case kDownload:
        return walks_elsewhere();
      case kMigrate:
      case kExchange:
        return over_ranks();
      case kDeposit:
      case kPoisson:
      case kInterpolate:
        return !options_.ewald;
    }
    return true;
  }

  void enqueue(int stage, const StepState& state) override {
    switch (stage) {
      case kMigrate:
        return migrate();
      case kExchange:
        return fetch(state);
      case kSort:
        return tree_.sort(bodies_.x);
      case kBuild:
        return tree_.build();
      case kMoments:
        return tree_.moments(bodies_.x, bodies_.mass, {}, state.relative);
      case kUpload:
        return upload(state);
      case kWalk:
        return walk(state);
      case kDownload:
        return download();
      case kDeposit:
        return over_ranks() ? mesh::deposit(all_x_, all_mass_, *mesh_)
                            : mesh::deposit(bodies_.x, bodies_.mass, *mesh_);
      case kPoisson:
        return mesh::poisson(*mesh_);
      case kInterpolate:
        return mesh::interpolate(*mesh_, bodies_.x, bodies_.mass, tree_.tree().order,
                                 bodies_.long_g, bodies_.long_pot);
    }
    throw std::logic_error("tree_pm: no such stage on the host");
  }

  void kick(const KickFactors& factors, const tree::Ticks& ticks) override {
    tree_pm::kick(bodies_, factors, ticks, options_.threads);
  }
  void kick_long(double factor) override { tree_pm::kick_long(bodies_, factor, options_.threads); }
  void drift(double factor) override {
    tree_pm::drift(bodies_, factor, rule_.split.box, options_.threads);
  }
  void choose_steps(const tree::Ticks& ticks, double scale) override {
    rungs_ =
        choose_rungs(bodies_, ticks, options_.eta, rule_.split.softening, scale, options_.threads);
  }
  void gather_positions() override {
    const tree::RankLoad::Counting counting(load_, tree::Sent::kPositions, ranks());
    all_x_ = domains::gathered(bodies_.x, bodies_.given, ranks());
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "particle_potential") return of_all_bodies(potentials());
    if (name == "potential" && mesh_) return mesh_->potential;
    if (name == "density" && mesh_) return density();
    return HostStages::field(name);
  }

 private:
  /// Makes the mesh for the particles as well.
  HostBodies loaded(const Particles& p) override {
    const auto particles = static_cast<std::int64_t>(p.size());
    ranks().all_or_none([&] {
      require_sound(p, settings_);
      require_host_memory(host_bytes(particles, settings_), "tree_pm");
    });
    rule_.split = split(settings_, particles);
    // A mesh with its plans is made once for a size.
    if (!options_.ewald && !(mesh_ && mesh_->n == rule_.split.grid))
      mesh_.emplace(rule_.split, options_);
    tree_.set_softening(tree::kSplineRadius * rule_.split.softening);
    HostBodies all(p, rule_.split.box);
    if (over_ranks()) all_mass_ = all.mass;
    return all;
  }

  void fetch(const StepState& state) {
    const auto accuracy = [&](std::int32_t i) {
      const Vec3<double> g = bodies_.g(i);
      return options_.alpha * std::sqrt(dot(g, g));
    };
    exchange(state, {.box = rule_.split.box, .cut = rule_.split.cut}, accuracy, false);
  }

  double total_mass() const {
    const std::vector<double>& mass = over_ranks() ? all_mass_ : bodies_.mass;
    return std::accumulate(mass.begin(), mass.end(), 0.0);
  }

  std::vector<double> potentials() const {
    const Split& s = rule_.split;
    const double mean =
        options_.ewald ? 0 : short_range_mean(s.r_s) * total_mass() / (s.box * s.box * s.box);
    std::vector<double> sum(bodies_.size());
    for (std::size_t i = 0; i < sum.size(); ++i)
      sum[i] = bodies_.short_pot[i] + bodies_.long_pot[i] - mean;
    return sum;
  }

  /// The density of each cell of the mesh, in units of the mean density.
  std::vector<double> density() const {
    std::vector<double> values = mesh_->masses;
    const double mean = total_mass() / static_cast<double>(values.size());
    for (double& value : values) value /= mean;
    return values;
  }

  std::optional<mesh::HostMesh> mesh_;
  // The mesh of several ranks takes all bodies, in the order given.
  std::vector<Vec3<double>> all_x_;
  std::vector<double> all_mass_;
};

}  // namespace

std::unique_ptr<Stages> make_host_stages(const Settings& settings, std::unique_ptr<HostWalk> walk) {
  return std::make_unique<OnHost>(settings, options(settings), std::move(walk));
}

}  // namespace tycho::tree_pm
