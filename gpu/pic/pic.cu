// What the GPU supplies to the step: its memory, its stages, and room for the stages that find too
// little of it.
#include "gpu/pic/pic.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/available_threads.hpp"
#include "core/error.hpp"
#include "core/formulas/pic_push.hpp"
#include "core/parallel_for.hpp"
#include "core/steps/pic.hpp"
#include "gpu/pic/layout.hpp"
#include "gpu/pic/spectrum.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/completing_clock.hpp"
#include "gpu/support/copy_bandwidth.hpp"
#include "gpu/support/redo.hpp"

namespace tycho::gpu::pic {

namespace {

using namespace tycho::pic;

template <typename Real>
class OnDevice final : public Stages<Real> {
 public:
  explicit OnDevice(const Options& options) : options_(options) {
    const FieldSolverKind<Real> kind =
        options.fft == Fft::kLibrary ? fft_library<Real>() : fft_batched<Real>();
    require_memory(kind.bytes(options), "pic");
    solver_ = kind.make(options, stream_);
    density_ = Buffer<Real>(points(), stream_);
    layout_ = options.layout == tycho::pic::Layout::kTiled ? make_tiled<Real>(options, stream_)
                                                           : make_ordered<Real>(options, stream_);
  }

  Clock& clock() override { return clock_; }

  void load(const Particles& p) override {
    redo_.forget();
    too_fast_ = 0;
    ids_ = p.id;
    loaded_ = cell_lists<Real>(p, options_.nx, options_.ny);
    if (copy_gbytes_ == 0) {
      constexpr std::size_t kMostCopied = std::size_t{1} << 30;  // beyond every cache
      copy_gbytes_ =
          1e-9 * copy_bandwidth(std::min(p.size() * 4 * sizeof(Real), kMostCopied), stream_);
    }
    layout_->load(loaded_);
  }

  /// On the host, in the lists that were loaded.
  void kick(Real by, const HostField<Real>& field) override {
    CellLists<Real> lists = std::move(loaded_);
    parallel_for(options_.nx * options_.ny, available_threads(), [&](int cell) {
      for (std::int64_t i = lists.first[cell]; i < lists.first[cell + 1]; ++i) {
        lists.vx[i] = kicked(lists.vx[i], field.x.at(cell, lists.dx[i], lists.dy[i]), by);
        lists.vy[i] = kicked(lists.vy[i], field.y.at(cell, lists.dx[i], lists.dy[i]), by);
      }
    });
    layout_->load(lists);
  }

  void enqueue(int stage) override {
    redo_.enqueue(stage, [this, stage](Launches& launches) { run(stage, launches); });
  }

  bool stopped() override { return redo_.stopped(); }

  HeldParticles<Real> particles() override {
    HeldParticles<Real> held = layout_->contents();
    parallel_for(held.size(), available_threads(),
                 [&](std::size_t i) { held.id[i] = ids_[held.id[i]]; });
    return held;
  }

  std::vector<Real> charge_density() override { return density_.download(stream_); }

  HostField<Real> field() override {
    const FieldView<Real> view = solver_->view();
    std::vector<Real> both(2 * points());
    TYCHO_CUDA(cudaMemcpyAsync(both.data(), view.x, both.size() * sizeof(Real),
                               cudaMemcpyDeviceToHost, stream_.get()));
    stream_.wait();
    const Real* const first = both.data();
    return {gathered(first, view), gathered(first + (view.y - view.x), view)};
  }

  std::vector<double> potential() override {
    const HostGrid<Real> phi = potential_on_grid();
    return {phi.values.begin(), phi.values.end()};
  }
  std::vector<double> potential_at(const HeldParticles<Real>& held) override {
    return scaled_at(potential_on_grid(), held, kChargeOverMass<double>);
  }

  double synchronising_step() const override { return options_.dt; }

  std::map<std::string, double> counters() const override {
    auto all = layout_->counters();
    all["too_fast_particles"] = too_fast_;
    all["copy_gbytes"] = copy_gbytes_;
    return all;
  }

 private:
  std::size_t points() const { return static_cast<std::size_t>(options_.nx) * options_.ny; }

  /// Reads nothing that changes from step to step: it may be run again when the host is steps
  /// ahead.
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

  void make_room(const Halted& halted) {
    if (halted.need.reasons & kTooFast) {
      const auto particles = static_cast<std::int64_t>(halted.need.too_fast);
      too_fast_ = static_cast<double>(particles);
      throw StageError(std::string(contract().stages[halted.stage].id),
                       too_fast(particles, options_.dt));
    }
    layout_->make_room(halted);
  }

  /// One component of the field, downloaded, from where a transform has left it.
  HostGrid<Real> gathered(const Real* from, const FieldView<Real>& view) const {
    HostGrid<Real> grid{options_.nx, options_.ny, {}};
    grid.values.reserve(points());
    for (int j = 0; j < grid.ny; ++j)
      for (int i = 0; i < grid.nx; ++i) grid.values.push_back(from[j * view.row + i * view.step]);
    return grid;
  }

  /// The potential is made in place of the field's x component, which is then made anew.
  HostGrid<Real> potential_on_grid() {
    solver_->field(Wanted::kPotential, redo_.unrecorded());
    solver_->fft_inverse();
    HostGrid<Real> phi = field().x;
    solver_->field(Wanted::kField, redo_.unrecorded());
    solver_->fft_inverse();
    stream_.wait();
    return phi;
  }

  Options options_;
  Stream stream_;
  Redo<Need> redo_{stream_, [this](const Halted& halted) { make_room(halted); },
                   [this](const Halted& halted, Launches& launches) {
                     layout_->finish(halted, with(launches));
                   }};
  CompletingClock clock_{stream_, [this] { redo_.complete(); }};
  std::unique_ptr<FieldSolver<Real>> solver_;
  Buffer<Real> density_;
  std::unique_ptr<Layout<Real>> layout_;
  std::vector<std::uint64_t> ids_;
  CellLists<Real> loaded_;  // between load() and kick()
  double too_fast_ = 0;
  double copy_gbytes_ = 0;  // of an array as large as the particles, or 1 GiB
};

template <typename Real>
std::unique_ptr<Algorithm> make_in(const Options& options) {
  return make_step<Real>(options, std::make_unique<OnDevice<Real>>(options));
}

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  const Options options = tycho::pic::options(settings);
  require_sound(options);
  return options.fp32 ? make_in<float>(options) : make_in<double>(options);
}

}  // namespace tycho::gpu::pic
