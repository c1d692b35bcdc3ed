// predict = host, the paper's division of labour (belleman2007, section 3.1): predictor and
// corrector on the CPU in double, all predicted bodies copied to the GPU each block step, forces
// evaluated there and copied back.
#include <algorithm>
#include <cmath>

#include "core/contracts/hermite.hpp"
#include "core/formulas/hermite.hpp"
#include "gpu/hermite/evaluation.hpp"
#include "gpu/hermite/hermite.hpp"
#include "gpu/hermite/snapshot.hpp"
#include "gpu/hermite/whole.hpp"
#include "gpu/support/device_clock.hpp"

namespace tycho::gpu::hermite {

namespace {

using namespace tycho::hermite;

template <typename F>
class OnHost final : public Algorithm {
 public:
  explicit OnHost(const Settings& settings)
      : settings_(settings),
        span_(settings.number("dt")),
        shared_(settings.chosen("steps", "shared")),
        single_(settings.chosen("steps", "single")),
        range_(step_range(settings)),
        accuracy_(settings.number("accuracy")),
        softening_sq_(settings.number("softening") * settings.number("softening")),
        threads_(settings.threads()),
        evaluation_(make_evaluation<F>(settings.choice("kernel"), stream_)) {}

  void load(const Particles& p) override {
    place(Snapshot(p), p.id, 0);
    due_.resize(count());
    for (int j = 0; j < count(); ++j) due_[j] = j;
    next_ = 0;
    predict();
    upload();
    evaluate();
    download();
    begin();
  }

  void restore(const Particles& p, std::span<const double> checkpoint) override {
    place(Snapshot(p, checkpoint), p.id, checkpoint.front());
    shortest_ = HUGE_VAL;
    for (int j = 0; j < count(); ++j) shortest_ = std::min(shortest_, bodies().at(kStep, j));
  }

  std::vector<double> checkpoint() override { return snapshot_.checkpoint(now_); }

  void advance(StageTimer& timer) override {
    ++advances_;
    end_ = span_ * (spans_ += 1);
    do block_step(timer);
    while (!shared_ && !single_ && now_ < end_);
  }

  void store(Particles& p) override {
    snapshot_.store(p);
    const std::vector<Result> results =
        evaluate_whole<F>(copied(), *evaluation_, softening_sq_, stream_);
    for (auto* component : {&p.ax, &p.ay, &p.az}) component->resize(results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      p.ax[i] = results[i].acc[0];
      p.ay[i] = results[i].acc[1];
      p.az[i] = results[i].acc[2];
    }
    p.id = ids_;
  }

  std::vector<double> field(std::string_view name) override {
    return whole_field<F>(name, copied(), *evaluation_, softening_sq_, stream_);
  }

  double work_share(int stage) const override {
    return tycho::hermite::work_share(stage, settings_, count(), advances_, steps_, blocks_);
  }

  std::map<std::string, double> counters() const override {
    if (shared_) return {};
    return {{"block_steps", blocks_},
            {"particle_steps", steps_},
            {"mean_block", blocks_ > 0 ? steps_ / blocks_ : 0},
            {"steps_at_floor", floored_}};
  }

  Clock& clock() override { return clock_; }

 private:
  void block_step(StageTimer& timer) {
    stage(timer, kSchedule, [&] { schedule(); });
    stage(timer, kPredict, [&] { predict(); });
    stage(timer, kUpload, [&] { upload(); });
    stage(timer, kEvaluate, [&] { evaluate(); });
    stage(timer, kDownload, [&] { download(); });
    stage(timer, kCorrect, [&] { correct(); });
  }

  /// The next block time, and who is due then.
  void schedule() {
    next_ = now_ + (shared_ ? span_ : shortest_);
    due_.clear();
    if (shared_) {
      const int active = settings_.integer("active");
      const int stepping = active > 0 ? std::min(active, count()) : count();
      for (int j = 0; j < stepping; ++j) due_.push_back(j);
      return;
    }
    for (int j = 0; j < count(); ++j)
      if (on_grid(next_, bodies().at(kStep, j))) due_.push_back(j);
  }

  Motion<double> motion_of(int j) {
    const Bodies b = bodies();
    return predicted(b.vector(kPlace, j), b.vector(kVelocity, j), b.vector(kAcc, j),
                     b.vector(kJerk, j), next_ - b.at(kTime, j));
  }

  void predict() {
    const int n = count();
    Word* const words = staged_words_.data();
#pragma omp parallel for num_threads(threads_) schedule(static) if (threads_ > 1)
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

  void evaluate() {
    evaluation_->evaluate({{words_.data(), count(), count()},
                           targets_.data(),
                           {nullptr, static_cast<int>(due_.size())},
                           softening_sq_,
                           false},
                          stream_);
  }

  void download() { evaluation_->download(results_, static_cast<int>(due_.size()), stream_); }

  void begin() {
    const Bodies b = bodies();
    shortest_ = HUGE_VAL;
    for (int j = 0; j < count(); ++j) {
      const Vec3<double> acc = acc_of(j), jerk = jerk_of(j);
      b.set(kAcc, j, acc);
      b.set(kJerk, j, jerk);
      b.at(kStep, j) = first_block_step(first_step(acc, jerk, accuracy_), range_);
      shortest_ = std::min(shortest_, b.at(kStep, j));
    }
  }

  void correct() {
    const Bodies b = bodies();
    const std::ptrdiff_t due = static_cast<std::ptrdiff_t>(due_.size());
    double shortest = HUGE_VAL, floored = 0;
#pragma omp parallel for num_threads(threads_) schedule(static) if (threads_ > 1) \
    reduction(min : shortest) reduction(+ : floored)
    for (std::ptrdiff_t k = 0; k < due; ++k) {
      const int j = due_[k];
      const Target& target = staged_targets_[k];
      const double dt = next_ - b.at(kTime, j);
      const Vec3<double> acc = acc_of(k), jerk = jerk_of(k);
      const auto over = derivatives(b.vector(kAcc, j), b.vector(kJerk, j), acc, jerk, dt);
      const auto motion = corrected({target.x, target.v}, over, dt);
      const double wanted = aarseth_step(acc, jerk, over, dt, accuracy_);
      const double step = next_block_step(wanted, b.at(kStep, j), next_, range_);
      floored += !(wanted >= range_.least);
      shortest = std::min(shortest, step);
      b.set(kPlace, j, motion.x);
      b.set(kVelocity, j, motion.v);
      b.set(kAcc, j, acc);
      b.set(kJerk, j, jerk);
      b.at(kTime, j) = next_;
      b.at(kStep, j) = step;
    }
    shortest_ = shortest;
    now_ = next_;
    blocks_ += 1;
    steps_ += static_cast<double>(due);
    floored_ += floored;
  }

  Vec3<double> acc_of(std::ptrdiff_t k) {
    const Result& r = results_[k];
    return {r.acc[0], r.acc[1], r.acc[2]};
  }
  Vec3<double> jerk_of(std::ptrdiff_t k) {
    const Result& r = results_[k];
    return {r.jerk[0], r.jerk[1], r.jerk[2]};
  }

  void place(Snapshot snapshot, const std::vector<std::uint64_t>& ids, double now) {
    snapshot_ = std::move(snapshot);
    ids_ = ids;
    now_ = next_ = now;
    spans_ = now / span_;
    advances_ = 0;
    blocks_ = steps_ = floored_ = 0;
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

  Settings settings_;
  double span_;
  bool shared_, single_;
  StepRange range_;
  double accuracy_, softening_sq_;
  int threads_;
  Stream stream_;
  DeviceClock clock_{stream_};
  std::unique_ptr<Evaluation> evaluation_;
  Snapshot snapshot_;
  std::vector<std::uint64_t> ids_;
  std::vector<int> due_;
  double now_ = 0, next_ = 0, end_ = 0, shortest_ = 0, spans_ = 0;
  double blocks_ = 0, steps_ = 0, floored_ = 0;
  std::int64_t advances_ = 0;
  Buffer<Word> words_;
  Buffer<Target> targets_;
  Buffer<double> copy_;
  Pinned<Word> staged_words_;
  Pinned<Target> staged_targets_;
  Pinned<Result> results_;
};

}  // namespace

template <typename F>
std::unique_ptr<Algorithm> make_on_host(const Settings& settings) {
  return std::make_unique<OnHost<F>>(settings);
}

template std::unique_ptr<Algorithm> make_on_host<Fp32>(const Settings&);
template std::unique_ptr<Algorithm> make_on_host<Ds>(const Settings&);
template std::unique_ptr<Algorithm> make_on_host<Fp64>(const Settings&);

}  // namespace tycho::gpu::hermite
