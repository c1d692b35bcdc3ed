// predict = host, the paper's division of labour (belleman2007, section 3.1): predictor and
// corrector on the CPU in double, all predicted bodies copied to the GPU each block step, forces
// evaluated there and copied back. Of several ranks each has all bodies, evaluates its share of the
// block and gets the forces on the rest from the others.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/formulas/hermite.hpp"
#include "core/ranks/share.hpp"
#include "gpu/hermite/evaluation.hpp"
#include "gpu/hermite/hermite.hpp"
#include "gpu/hermite/snapshot.hpp"
#include "gpu/hermite/whole.hpp"
#include "gpu/support/device_clock.hpp"

namespace tycho::gpu::hermite {

namespace {

using namespace tycho::hermite;

template <typename F>
class OnHost final : public Stages {
 public:
  explicit OnHost(const Options& options)
      : options_(options),
        range_(options.range()),
        evaluation_(make_evaluation<F>(options.kernel, stream_)) {}

  void take(const Particles& p) override {
    hold(Snapshot(p));
    progress_ = {};
  }

  int number(StageId stage) const override {
    return stage == kExchange && options_.ranks->alone() ? -1 : stage;
  }

  void enqueue(StageId stage, Who who) override {
    if (who == Who::kAll) first_are_due(count());
    switch (stage) {
      case kSchedule:
        return schedule();
      case kPredict:
        return predict();
      case kUpload:
        return upload();
      case kEvaluate:
        return evaluate();
      case kDownload:
        return evaluation_->download(block_results().subspan(mine().first, mine().size()), stream_);
      case kCorrect:
        return correct();
      case kExchange:
        return options_.ranks->all_gather(block_results(),
                                          share_sizes(due_.size(), options_.ranks->size()));
    }
  }

  void begin() override {
    const Bodies b = bodies();
    double shortest = HUGE_VAL;
    for (int j = 0; j < count(); ++j) {
      const Vec3<double> acc = acc_of(j), jerk = jerk_of(j);
      b.set(kAcc, j, acc);
      b.set(kJerk, j, jerk);
      b.at(kStep, j) = first_block_step(first_step(acc, jerk, options_.accuracy), range_);
      shortest = std::min(shortest, b.at(kStep, j));
    }
    progress_.begin(0, shortest, options_);
  }

  Progress known() const override { return progress_; }
  Clock& clock() override { return clock_; }

  void store(Particles& p) override { snapshot_.store(p); }
  std::vector<Force> forces(bool in_double) override {
    return forces_on_all<F>(copied(), *evaluation_, options_.softening_sq(), in_double, stream_);
  }
  std::vector<double> times() override { return snapshot_.field(kTime); }
  std::vector<double> steps() override { return snapshot_.field(kStep); }
  std::size_t numbers_a_body() const override { return kBodyFields; }
  std::vector<double> numbers() override { return snapshot_.values; }

  void restore(const Particles&, double now, std::span<const double> numbers) override {
    hold(Snapshot(numbers));
    progress_.begin(now, snapshot_.shortest_step(), options_);
  }

 private:
  void first_are_due(int bodies) {
    due_.resize(bodies);
    std::iota(due_.begin(), due_.end(), 0);
  }

  void schedule() {
    if (options_.steps == Steps::kShared) {
      first_are_due(options_.stepping(count()));
      return;
    }
    due_.clear();
    for (int j = 0; j < count(); ++j)
      if (on_grid(progress_.next, bodies().at(kStep, j))) due_.push_back(j);
  }

  Motion<double> motion_of(int j) {
    const Bodies b = bodies();
    return predicted(b.vector(kPosition, j), b.vector(kVelocity, j), b.vector(kAcc, j),
                     b.vector(kJerk, j), progress_.next - b.at(kTime, j));
  }

  void predict() {
    const int n = count();
    Word* const words = staged_words_.data();
#pragma omp parallel for num_threads(options_.threads) schedule(static) if (options_.threads > 1)
    for (int j = 0; j < n; ++j) {
      Word packed[F::kWords];
      F::pack(motion_of(j), bodies().at(kMass, j), j, packed);
      for (int w = 0; w < F::kWords; ++w) words[static_cast<std::size_t>(w) * n + j] = packed[w];
    }
    for (std::size_t k = 0; k < due_.size(); ++k) {
      const Motion<double> motion = motion_of(due_[k]);
      staged_targets_[k] = {motion.x, motion.v, due_[k], due_[k]};
    }
  }

  void upload() {
    TYCHO_CUDA(cudaMemcpyAsync(words_.data(), staged_words_.data(), staged_words_.bytes(),
                               cudaMemcpyHostToDevice, stream_.get()));
    TYCHO_CUDA(cudaMemcpyAsync(targets_.data(), staged_targets_.data(),
                               due_.size() * sizeof(Target), cudaMemcpyHostToDevice,
                               stream_.get()));
  }

  /// The part of the block whose forces this rank evaluates.
  tycho::Share mine() const { return share_of(due_.size(), *options_.ranks); }
  std::span<Result> block_results() { return {results_.data(), due_.size()}; }

  void evaluate() {
    evaluation_->evaluate({{words_.data(), count(), count()},
                           targets_.data() + mine().first,
                           {nullptr, static_cast<int>(mine().size())},
                           options_.softening_sq(),
                           false,
                           nullptr,
                           static_cast<int>(due_.size())},
                          stream_);
  }

  void correct() {
    const Bodies b = bodies();
    const double t = progress_.next;
    const std::ptrdiff_t due = static_cast<std::ptrdiff_t>(due_.size());
    double shortest = HUGE_VAL, floored = 0;
#pragma omp parallel for num_threads(options_.threads) schedule(static) if (options_.threads > 1) \
    reduction(min : shortest) reduction(+ : floored)
    for (std::ptrdiff_t k = 0; k < due; ++k) {
      const int j = due_[k];
      const Target& target = staged_targets_[k];
      const double dt = t - b.at(kTime, j);
      const Vec3<double> acc = acc_of(k), jerk = jerk_of(k);
      const auto over = derivatives(b.vector(kAcc, j), b.vector(kJerk, j), acc, jerk, dt);
      const auto motion = corrected({target.x, target.v}, over, dt);
      const double wanted = aarseth_step(acc, jerk, over, dt, options_.accuracy);
      const double step = next_block_step(wanted, b.at(kStep, j), t, range_);
      floored += !(wanted >= range_.least);
      shortest = std::min(shortest, step);
      b.set(kPosition, j, motion.x);
      b.set(kVelocity, j, motion.v);
      b.set(kAcc, j, acc);
      b.set(kJerk, j, jerk);
      b.at(kTime, j) = t;
      b.at(kStep, j) = step;
    }
    progress_.turn(shortest, due_.size(), floored, options_);
  }

  Vec3<double> acc_of(std::ptrdiff_t k) {
    const Result& r = results_[k];
    return {r.acc[0], r.acc[1], r.acc[2]};
  }
  Vec3<double> jerk_of(std::ptrdiff_t k) {
    const Result& r = results_[k];
    return {r.jerk[0], r.jerk[1], r.jerk[2]};
  }

  void hold(Snapshot snapshot) {
    snapshot_ = std::move(snapshot);
    const std::size_t n = snapshot_.count();
    if (staged_targets_.size() == n) return;
    words_ = Buffer<Word>(F::kWords * n, stream_);
    targets_ = Buffer<Target>(n, stream_);
    staged_words_ = Pinned<Word>(F::kWords * n);
    staged_targets_ = Pinned<Target>(n);
    results_ = Pinned<Result>(n);
    evaluation_->reserve(static_cast<std::int64_t>(n), stream_);
  }

  int count() const { return snapshot_.count(); }
  Bodies bodies() { return snapshot_.view(); }
  /// The bodies on the device, for what is read out between steps.
  Bodies copied() {
    copy_ = Buffer<double>(snapshot_.values.size(), stream_);
    copy_.upload(snapshot_.values, stream_);
    return {copy_.data(), count()};
  }

  Options options_;
  StepRange range_;
  Stream stream_;
  DeviceClock clock_{stream_};
  std::unique_ptr<Evaluation> evaluation_;
  Snapshot snapshot_;
  Progress progress_;
  std::vector<int> due_;
  Buffer<Word> words_;
  Buffer<Target> targets_;
  Buffer<double> copy_;
  Pinned<Word> staged_words_;
  Pinned<Target> staged_targets_;
  Pinned<Result> results_;
};

}  // namespace

template <typename F>
std::unique_ptr<Stages> make_on_host(const Options& options) {
  return std::make_unique<OnHost<F>>(options);
}

template std::unique_ptr<Stages> make_on_host<Fp32>(const Options&);
template std::unique_ptr<Stages> make_on_host<Ds>(const Options&);
template std::unique_ptr<Stages> make_on_host<Fp64>(const Options&);

}  // namespace tycho::gpu::hermite
