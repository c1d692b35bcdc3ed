// predict = device: bodies, predictor, evaluation, corrector and the choice of the next block time
// are all on the GPU. The host enqueues block steps ahead of time, many at once, and looks now and
// then whether the end of the span is reached; block steps enqueued beyond the end find nothing to
// do.
#include <algorithm>
#include <array>
#include <cmath>

#include "gpu/hermite/bodies.hpp"
#include "gpu/hermite/evaluation.hpp"
#include "gpu/hermite/hermite.hpp"
#include "gpu/hermite/snapshot.hpp"
#include "gpu/hermite/whole.hpp"
#include "gpu/support/device_clock.hpp"
#include "gpu/support/graph.hpp"

namespace tycho::gpu::hermite {

namespace {

using namespace tycho::hermite;

constexpr int kBlocksAhead = 16;  // block steps between two looks

Rule rule_of(const Options& options, int bodies) {
  return {options.range(), options.accuracy, options.shared_step(), options.stepping(bodies)};
}

template <typename F>
class OnDevice final : public Stages {
 public:
  explicit OnDevice(const Options& options)
      : options_(options), evaluation_(make_evaluation<F>(options.kernel, stream_)) {}

  void take(const Particles& p) override { hold(Snapshot(p), 0); }

  /// The schedule is no stage of its own: the predictor lists who is due, the corrector finds when.
  int number(StageId stage) const override {
    return stage == kPredict || stage == kEvaluate || stage == kCorrect ? stage : -1;
  }

  void enqueue(StageId stage, Who who) override {
    const bool all = who == Who::kAll;
    switch (stage) {
      case kPredict:
        if (all)
          gather<F>(bodies(), words_.data(), count_, targets_.data(), stream_);
        else
          predict<F>(bodies(), timeline_.data(), rule_, words_.data(), count_, targets_.data(),
                     stream_);
        return;
      case kEvaluate:
        return evaluation_->evaluate(job(all ? Count{nullptr, count_} : due()), stream_);
      case kCorrect:
        return correct(bodies(), timeline_.data(), rule_, targets_.data(), evaluation_->results(),
                       stream_);
      default:
        return;
    }
  }

  void begin() override {
    gpu::hermite::begin(bodies(), timeline_.data(), rule_, evaluation_->results(), stream_);
    stream_.wait();
  }

  Progress known() const override {
    return {seen_.now, seen_.next, static_cast<double>(seen_.blocks),
            static_cast<double>(seen_.steps), static_cast<double>(seen_.floored)};
  }
  void look() override {
    TYCHO_CUDA(cudaMemcpyAsync(looks_.data(), timeline_.data(), sizeof(Timeline),
                               cudaMemcpyDeviceToHost, stream_.get()));
    stream_.wait();
    seen_ = looks_[0];
  }
  Clock& clock() override { return clock_; }

  void store(Particles& p) override { Snapshot(values_.download(stream_)).store(p); }
  std::vector<Force> forces(bool in_double) override {
    return forces_on_all<F>(bodies(), *evaluation_, options_.softening_sq(), in_double, stream_);
  }
  std::vector<double> times() override { return field(kTime); }
  std::vector<double> steps() override { return field(kStep); }

  std::size_t numbers_a_body() const override { return kBodyFields; }
  std::vector<double> numbers() override { return values_.download(stream_); }

  void restore(const Particles&, double now, std::span<const double> numbers) override {
    const Snapshot snapshot(numbers);
    hold(snapshot, now);
    set_next(now + snapshot.shortest_step());
    stream_.wait();
  }

  int blocks_ahead() const override { return kBlocksAhead; }
  void stop_at(double end) override {
    ends_[0] = end;
    TYCHO_CUDA(cudaMemcpyAsync(&timeline_.data()->end, ends_.data(), sizeof(double),
                               cudaMemcpyHostToDevice, stream_.get()));
  }

  /// A graph of kBlocksAhead block steps, launched again while the host looks at where the launch
  /// before it led. The program of core/steps, which looks before it enqueues more, would leave the
  /// device idle meanwhile.
  bool advance_ahead(const std::function<void(StageTimer&)>& block_step) override {
    if (ahead_.empty())
      ahead_ = Graph(stream_, [&] {
        SilentTimer silent(contract().stages);
        for (int b = 0; b < kBlocksAhead; ++b) block_step(silent);
      });
    for (int turn = 0;; ++turn) {
      ahead_.launch(stream_);
      TYCHO_CUDA(cudaMemcpyAsync(&looks_[turn % 2], timeline_.data(), sizeof(Timeline),
                                 cudaMemcpyDeviceToHost, stream_.get()));
      looked_[turn % 2].record(stream_);
      if (turn == 0) continue;
      looked_[(turn - 1) % 2].wait(stream_);
      seen_ = looks_[(turn - 1) % 2];
      if (seen_.next > seen_.end) return true;
    }
  }

 private:
  std::vector<double> field(int field) {
    std::vector<double> values(count_);
    TYCHO_CUDA(cudaMemcpyAsync(values.data(), &bodies().at(field, 0), count_ * sizeof(double),
                               cudaMemcpyDefault, stream_.get()));
    stream_.wait();
    return values;
  }

  void set_next(double next) {
    ends_[1] = next;
    TYCHO_CUDA(cudaMemcpyAsync(&timeline_.data()->next, &ends_[1], sizeof(double),
                               cudaMemcpyHostToDevice, stream_.get()));
  }

  void hold(const Snapshot& snapshot, double now) {
    // advance_ahead() leaves a look under way, into the memory that is written here.
    stream_.wait();
    count_ = snapshot.count();
    rule_ = rule_of(options_, count_);
    if (values_.size() != snapshot.values.size()) {
      require_memory(snapshot.values.size() * sizeof(double) +
                         count_ * (F::kWords * sizeof(Word) + sizeof(Target) + sizeof(Result)),
                     "hermite");
      values_ = Buffer<double>(snapshot.values.size(), stream_);
      words_ = Buffer<Word>(static_cast<std::size_t>(F::kWords) * count_, stream_);
      targets_ = Buffer<Target>(count_, stream_);
      ahead_ = Graph();
    }
    evaluation_->reserve(count_, stream_);
    values_.upload(snapshot.values, stream_);
    // Where a step of the algorithm is one block step no end is set.
    const double end = options_.steps == Steps::kBlock ? now : HUGE_VAL;
    looks_[0] = {now, now, end, 0x7ff0000000000000ULL, 0, 0, 0, 0, 0};
    TYCHO_CUDA(cudaMemcpyAsync(timeline_.data(), looks_.data(), sizeof(Timeline),
                               cudaMemcpyHostToDevice, stream_.get()));
    seen_ = looks_[0];
    stream_.wait();  // the snapshot ends here
  }

  Bodies bodies() { return {values_.data(), count_}; }
  Count due() {
    if (rule_.shared_step > 0) return {nullptr, rule_.shared_active};
    return {&timeline_.data()->active, 0};
  }
  Job job(Count targets) {
    return {
        {words_.data(), count_, count_}, targets_.data(), targets, options_.softening_sq(), false};
  }

  Options options_;
  Stream stream_;
  DeviceClock clock_{stream_};
  std::unique_ptr<Evaluation> evaluation_;
  Rule rule_{};
  int count_ = 0;
  Buffer<double> values_;
  Buffer<Word> words_;
  Buffer<Target> targets_;
  Buffer<Timeline> timeline_{1, stream_};
  Pinned<Timeline> looks_{2};
  Pinned<double> ends_{2};
  std::array<Event, 2> looked_;
  Timeline seen_{};
  Graph ahead_;
};

}  // namespace

template <typename F>
std::unique_ptr<Stages> make_on_device(const Options& options) {
  return std::make_unique<OnDevice<F>>(options);
}

template std::unique_ptr<Stages> make_on_device<Fp32>(const Options&);
template std::unique_ptr<Stages> make_on_device<Ds>(const Options&);
template std::unique_ptr<Stages> make_on_device<Fp64>(const Options&);

}  // namespace tycho::gpu::hermite
