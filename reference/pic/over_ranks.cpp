#include "reference/pic/over_ranks.hpp"

#include <map>

#include "core/formulas/pic_push.hpp"
#include "core/mesh/slab_planes.hpp"
#include "reference/pic/slab_ordered.hpp"
#include "reference/pic/slab_scattered.hpp"
#include "reference/pic/slab_spectrum.hpp"

namespace tycho::reference::pic {

namespace {

using namespace tycho::pic;

/// Electrons is SlabOrdered<Real> or SlabScattered<Real>.
template <typename Real, typename Electrons>
class OverRanks final : public Stages<Real> {
 public:
  explicit OverRanks(const Options& options)
      : options_(options),
        ranks_(*options.ranks),
        dt_(static_cast<Real>(options.dt)),
        electrons_(options.nx, options.ny, ranks_),
        grid_(options.nx, electrons_.slabs.size(ranks_.rank()), options.threads, Patches::kRows),
        spectrum_(options, electrons_.slabs, grid_) {
    turns_[kDeposit] = {{kDeposit, [this] { electrons_.deposit(grid_, charge_); }}};
    turns_[kGuardAdd] = {{kGuard, [this] { electrons_.fetch_guard(grid_); }},
                         {kGuardAdd, [this] { electrons_.guard_add(grid_); }}};
    turns_[kFftForward] = {{kFftForward, [this] { spectrum_.forward_rows(); }},
                           {kTranspose, [this] { spectrum_.to_columns(); }},
                           {kFftForward, [this] { spectrum_.forward_columns(); }}};
    turns_[kField] = {{kField, [this] { spectrum_.field(); }}};
    turns_[kFftInverse] = {{kFftInverse, [this] { spectrum_.inverse_columns(); }},
                           {kTranspose, [this] { spectrum_.to_rows(); }},
                           {kFftInverse, [this] { spectrum_.inverse_rows(); }}};
    turns_[kGuardCopy] = {{kGuard, [this] { fetch_above(); }},
                          {kGuardCopy, [this] { copy_guards(); }}};
    turns_[kPush] = {{kPush, [this] { electrons_.push(grid_, dt_); }}};
    const Turn<> migrate{kMigrate, [this] { electrons_.migrate(); }};
    if constexpr (Electrons::kReorders)
      turns_[kReorder] = {migrate,
                          {kReorder, [this] { electrons_.reorder(grid_); }},
                          {kMigrate, [this] { electrons_.require_near(dt_); }}};
    else
      turns_[kPush].push_back(migrate);
  }

  Clock& clock() override { return clock_; }
  bool over_ranks() const override { return true; }
  std::span<const Turn<>> turns(int stage) const override {
    const auto found = turns_.find(stage);
    if (found == turns_.end()) throw std::logic_error("pic: no such stage over ranks");
    return found->second;
  }

  void load(const Particles& p) override {
    take_charge(p.size());
    electrons_.load(p);
  }
  void resume(const HeldParticles<Real>& held) override {
    take_charge(held.size());
    electrons_.load(held);
  }

  void kick(Real by, const HostField<Real>& field) override {
    electrons_.visit_all([&](std::uint64_t, int cell, Real dx, Real dy, Real& vx, Real& vy) {
      vx = kicked(vx, field.x.at(cell, dx, dy), by);
      vy = kicked(vy, field.y.at(cell, dx, dy), by);
    });
  }

  void enqueue(int stage) override {
    for (const Turn<>& turn : turns(stage)) turn.run();
  }
  bool stopped() override { return false; }

  HeldParticles<Real> particles() override { return electrons_.gathered(); }
  std::vector<Real> charge_density() override { return all_rows(grid_.charge); }
  HostField<Real> field() override {
    return {{options_.nx, options_.ny, all_rows(grid_.field[0])},
            {options_.nx, options_.ny, all_rows(grid_.field[1])}};
  }

  std::vector<double> potential() override {
    spectrum_.potential();
    enqueue(kFftInverse);
    const std::vector<Real> values = all_rows(grid_.field[0]);
    spectrum_.field();
    enqueue(kFftInverse);
    return {values.begin(), values.end()};
  }
  /// In double, whatever the precision of the run.
  std::vector<double> potential_at(const HeldParticles<Real>& held) override {
    return scaled_at(HostGrid<double>{options_.nx, options_.ny, potential()}, held,
                     kChargeOverMass<double>);
  }

  double synchronising_step() const override { return static_cast<double>(dt_); }

  /// The counters of this rank; `migrants` are the particles that came in the last step.
  std::map<std::string, double> counters() const override {
    std::map<std::string, double> all{{"particles", static_cast<double>(electrons_.size())},
                                      {"migrants", static_cast<double>(electrons_.migrants)}};
    if constexpr (Electrons::kReorders)
      all["moved_particles"] = static_cast<double>(electrons_.own.moved);
    return all;
  }

 private:
  void take_charge(std::size_t particles) {
    charge_ = static_cast<Real>(-particle_mass(options_, static_cast<std::int64_t>(particles)));
  }

  std::vector<Real> all_rows(const std::vector<Real>& values) {
    return ranks_.all_gather(std::span<const Real>(values));
  }

  /// The first row of the field above the slab.
  void fetch_above() {
    const mesh::Slabs& slabs = electrons_.slabs;
    for (int component = 0; component < 2; ++component)
      above_[component] = mesh::fetch(ranks_, slabs, std::span<const Real>(grid_.field[component]),
                                      static_cast<std::size_t>(options_.nx),
                                      [&](int r) { return mesh::guard_planes(slabs, r, 0, 1); });
  }
  void copy_guards() {
    if (grid_.ny > 0) guard_copy(grid_, {above_[0].data(), above_[1].data()});
  }

  Options options_;
  Ranks& ranks_;
  Real dt_;
  Electrons electrons_;
  Grid<Real> grid_;  // of the rows of the slab
  SlabSpectrum<Real> spectrum_;
  std::map<int, Turns<>> turns_;
  std::array<std::vector<Real>, 2> above_;
  Real charge_ = 0;  // of a particle
  HostClock clock_;
};

}  // namespace

template <typename Real>
std::unique_ptr<Stages<Real>> over_ranks(const Options& options) {
  if (options.layout == Layout::kOrdered)
    return std::make_unique<OverRanks<Real, SlabOrdered<Real>>>(options);
  return std::make_unique<OverRanks<Real, SlabScattered<Real>>>(options);
}

template std::unique_ptr<Stages<float>> over_ranks(const Options&);
template std::unique_ptr<Stages<double>> over_ranks(const Options&);

}  // namespace tycho::reference::pic
