#include "gpu/pic/pic.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/contracts/pic.hpp"
#include "core/error.hpp"
#include "core/formulas/pic_crossing.hpp"
#include "core/formulas/pic_push.hpp"
#include "core/formulas/pic_weights.hpp"
#include "gpu/pic/field_solver.hpp"
#include "gpu/pic/layout.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/completing_clock.hpp"
#include "gpu/support/copy_bandwidth.hpp"
#include "gpu/support/redo.hpp"

namespace tycho::gpu::pic {

namespace {

using namespace tycho::pic;

template <typename Real>
class Pic final : public Algorithm {
 public:
  explicit Pic(const Settings& settings)
      : settings_(settings), nx_(settings.integer("nx")), ny_(settings.integer("ny")) {
    const FieldSolverKind<Real> kind =
        settings.chosen("fft", "library") ? field_library<Real>() : field_batched<Real>();
    require_memory(kind.bytes(settings), "pic");
    solver_ = kind.make(settings, stream_);
    density_ = Buffer<Real>(points(), stream_);
    layout_ = settings.chosen("layout", "tiled") ? make_tiled<Real>(settings, stream_)
                                                 : make_ordered<Real>(settings, stream_);
  }

  /// The velocities come in at the time of the positions; half a kick backwards staggers them.
  void load(const Particles& p) override {
    require_sound(settings_, p);
    begin_anew();
    ids_ = p.id;
    CellLists<Real> lists = cell_lists<Real>(p, nx_, ny_);
    if (copy_gbytes_ == 0)
      copy_gbytes_ = 1e-9 * copy_bandwidth(p.size() * 4 * sizeof(Real), stream_);
    layout_->load(lists);
    enqueue(kDeposit);
    evaluate();
    const HostField field = host_field();
    const Real back = static_cast<Real>(-0.5 * settings_.number("dt"));
    for (int cell = 0; cell < nx_ * ny_; ++cell)
      for (std::int64_t i = lists.first[cell]; i < lists.first[cell + 1]; ++i) {
        lists.vx[i] = kicked(lists.vx[i], field.at(0, cell, lists.dx[i], lists.dy[i]), back);
        lists.vy[i] = kicked(lists.vy[i], field.at(1, cell, lists.dx[i], lists.dy[i]), back);
      }
    layout_->load(lists);
    held_ = layout_->contents();
  }

  void advance(StageTimer& timer) override {
    attend();
    if (!layout_->fused()) stage(timer, kDeposit, [&] { enqueue(kDeposit); });
    stage(timer, kGuardAdd, [&] { enqueue(kGuardAdd); });
    stage(timer, kFftForward, [&] { enqueue(kFftForward); });
    stage(timer, kField, [&] { enqueue(kField); });
    stage(timer, kFftInverse, [&] { enqueue(kFftInverse); });
    if (layout_->fused()) {
      stage(timer, kPushDepositReorder, [&] { enqueue(kPushDepositReorder); });
      return;
    }
    stage(timer, kGuardCopy, [&] { enqueue(kGuardCopy); });
    stage(timer, kPush, [&] { enqueue(kPush); });
    stage(timer, kReorder, [&] { enqueue(kReorder); });
  }

  /// The velocities go out at the time of the positions: half a kick synchronises the copy.
  void store(Particles& p) override {
    if (!layout_->fused()) enqueue(kDeposit);
    evaluate();
    held_ = layout_->contents();
    const HostField field = host_field();
    const double half = 0.5 * settings_.number("dt");
    const std::size_t n = held_.id.size();
    for (auto* values : {&p.x, &p.y, &p.vx, &p.vy, &p.ax, &p.ay}) values->resize(n);
    for (auto* values : {&p.z, &p.vz, &p.az}) values->assign(n, 0.0);
    p.mass.assign(n, particle_mass(settings_, static_cast<std::int64_t>(n)));
    p.id.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      const int cell = held_.cell[i];
      p.id[i] = ids_[held_.id[i]];
      p.x[i] = place(cell % nx_, held_.dx[i]);
      p.y[i] = place(cell / nx_, held_.dy[i]);
      p.ax[i] = kChargeOverMass<double> * field.at(0, cell, held_.dx[i], held_.dy[i]);
      p.ay[i] = kChargeOverMass<double> * field.at(1, cell, held_.dx[i], held_.dy[i]);
      p.vx[i] = double(held_.vx[i]) + half * p.ax[i];
      p.vy[i] = double(held_.vy[i]) + half * p.ay[i];
    }
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "charge_density") {
      const std::vector<Real> values = density_.download(stream_);
      return {values.begin(), values.end()};
    }
    if (name == "ex") return host_field().component(0);
    if (name == "ey") return host_field().component(1);
    if (name == "potential") return potential().component(0);
    if (name == "group") return {held_.group.begin(), held_.group.end()};
    if (name == "particle_potential") {
      const HostField phi = potential();
      std::vector<double> values;
      for (std::size_t i = 0; i < held_.id.size(); ++i)
        values.push_back(kChargeOverMass<double> *
                         phi.at(0, held_.cell[i], held_.dx[i], held_.dy[i]));
      return values;
    }
    return {};
  }

  Clock& clock() override { return clock_; }

  std::map<std::string, double> counters() const override {
    auto all = layout_->counters();
    all["too_fast_particles"] = too_fast_;
    all["copy_gbytes"] = copy_gbytes_;
    all["deposit_intensity"] =
        deposit_intensity(true, settings_, static_cast<std::int64_t>(ids_.size()));
    return all;
  }

 private:
  /// The field, downloaded.
  struct HostField {
    int nx, ny;
    std::vector<Real> values;
    std::int64_t step, row, next_component;

    Real value(int component, int i, int j) const {
      return values[component * next_component + j * row + i * step];
    }
    Real at(int component, int cell, Real dx, Real dy) const {
      const int i = cell % nx, j = cell / nx;
      const int right = wrapped_cell(i + 1, nx), upper = wrapped_cell(j + 1, ny);
      return interpolated(Corners<Real>{value(component, i, j), value(component, right, j),
                                        value(component, i, upper), value(component, right, upper)},
                          dx, dy);
    }
    std::vector<double> component(int c) const {
      std::vector<double> grid;
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) grid.push_back(value(c, i, j));
      return grid;
    }
  };

  /// The sum must not round into the next cell.
  static double place(int cell, double offset) {
    return std::min(cell + offset, std::nextafter(cell + 1.0, 0.0));
  }

  std::size_t points() const { return static_cast<std::size_t>(nx_) * ny_; }

  void enqueue(int stage) {
    redo_.enqueue(stage, [this, stage](Launches& launches) { run(stage, launches); });
  }

  void run(int stage, Launches& launches) {
    switch (stage) {
      case kFftForward:
        return solver_->fft_forward(density_.data());
      case kField:
        return solver_->field(Wanted::kField, launches.next());
      case kFftInverse:
        return solver_->fft_inverse();
      default:
        return layout_->run(stage, with(launches));
    }
  }

  StageArguments<Real> with(Launches& launches) {
    return {density_.data(), solver_->view(), launches};
  }

  /// From the charge of the layout to the field; waits.
  void evaluate() {
    for (const int stage : {kGuardAdd, kFftForward, kField, kFftInverse}) enqueue(stage);
    clock_.wait();
  }

  /// Without waiting: only when the device has said that something halted.
  void attend() {
    if (redo_.stopped()) clock_.wait();
  }

  void make_room(const Halted& halted) {
    if (halted.need.reasons & kTooFast) {
      const auto particles = static_cast<std::int64_t>(halted.need.too_fast);
      too_fast_ = static_cast<double>(particles);
      throw StageError(std::string(contract().stages[halted.stage].id),
                       too_fast(particles, settings_.number("dt")));
    }
    layout_->make_room(halted);
  }

  /// Whatever went wrong with the particles before does not matter to the next.
  void begin_anew() {
    redo_.forget();
    too_fast_ = 0;
  }

  HostField host_field() {
    const FieldView<Real> view = solver_->view();
    HostField field{nx_,       ny_,      std::vector<Real>(2 * points()),
                    view.step, view.row, view.y - view.x};
    TYCHO_CUDA(cudaMemcpyAsync(field.values.data(), view.x, field.values.size() * sizeof(Real),
                               cudaMemcpyDeviceToHost, stream_.get()));
    stream_.wait();
    return field;
  }

  /// In the place of the field's x component, and the field again afterwards.
  HostField potential() {
    solver_->field(Wanted::kPotential, redo_.unrecorded());
    solver_->fft_inverse();
    HostField phi = host_field();
    solver_->field(Wanted::kField, redo_.unrecorded());
    solver_->fft_inverse();
    stream_.wait();
    return phi;
  }

  Settings settings_;
  int nx_, ny_;
  Stream stream_;
  Redo<Need> redo_{stream_, [this](const Halted& halted) { make_room(halted); },
                   [this](const Halted& halted, Launches& launches) {
                     layout_->finish(halted, with(launches));
                   }};
  CompletingClock clock_{stream_, [this] { redo_.complete(); }};
  std::unique_ptr<FieldSolver<Real>> solver_;
  Buffer<Real> density_;
  std::unique_ptr<Layout<Real>> layout_;
  HeldParticles<Real> held_;  // as of the last load or store
  std::vector<std::uint64_t> ids_;
  double too_fast_ = 0;
  double copy_gbytes_ = 0;  // of an array as large as the particles
};

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  require_sound(settings);
  if (settings.chosen("precision", "fp32")) return std::make_unique<Pic<float>>(settings);
  return std::make_unique<Pic<double>>(settings);
}

}  // namespace tycho::gpu::pic
