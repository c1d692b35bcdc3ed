// predict = device: bodies, predictor, evaluation, corrector and the choice of the next block time
// are all on the GPU. The host enqueues block steps ahead of time, many at once, and looks now and
// then whether the end of the span is reached; those enqueued beyond it find nothing to do.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/contracts/hermite.hpp"
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

Rule rule_of(const Settings& settings, int bodies) {
  const bool shared = settings.chosen("steps", "shared");
  const int active = settings.integer("active");
  return {step_range(settings), settings.number("accuracy"), shared ? settings.number("dt") : 0.0,
          active > 0 ? std::min(active, bodies) : bodies};
}

template <typename F>
class OnDevice final : public Algorithm {
 public:
  explicit OnDevice(const Settings& settings)
      : settings_(settings),
        span_(settings.number("dt")),
        one_by_one_(!settings.chosen("steps", "block")),
        softening_sq_(settings.number("softening") * settings.number("softening")),
        evaluation_(make_evaluation<F>(settings.choice("kernel"), stream_)) {}

  void load(const Particles& p) override {
    place(Snapshot(p), p.id, 0);
    gather<F>(bodies(), words_.data(), count_, targets_.data(), stream_);
    evaluation_->evaluate(job({nullptr, count_}), stream_);
    begin(bodies(), timeline_.data(), rule_, evaluation_->results(), stream_);
    stream_.wait();
  }

  void restore(const Particles& p, std::span<const double> checkpoint) override {
    Snapshot snapshot(p, checkpoint);
    const double now = checkpoint.front();
    double shortest = snapshot.view().at(kStep, 0);
    for (int j = 1; j < snapshot.count(); ++j)
      shortest = std::min(shortest, snapshot.view().at(kStep, j));
    place(snapshot, p.id, now);
    set_next(now + shortest);
    stream_.wait();
  }

  std::vector<double> checkpoint() override {
    Snapshot snapshot;
    snapshot.values = values_.download(stream_);
    return snapshot.checkpoint(fetch_timeline().now);
  }

  void advance(StageTimer& timer) override {
    ++advances_;
    if (one_by_one_) {
      block_step(timer);
      return;
    }
    set_end();
    if (timer.watches())
      advance_watched(timer);
    else
      advance_ahead();
  }

  void store(Particles& p) override {
    seen_ = fetch_timeline();
    Snapshot snapshot;
    snapshot.values = values_.download(stream_);
    snapshot.store(p);
    const std::vector<Result> results =
        evaluate_whole<F>(bodies(), *evaluation_, softening_sq_, stream_);
    for (auto* component : {&p.ax, &p.ay, &p.az}) component->resize(results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      p.ax[i] = results[i].acc[0];
      p.ay[i] = results[i].acc[1];
      p.az[i] = results[i].acc[2];
    }
    p.id = ids_;
  }

  std::vector<double> field(std::string_view name) override {
    return whole_field<F>(name, bodies(), *evaluation_, softening_sq_, stream_);
  }

  double work_share(int stage) const override {
    return tycho::hermite::work_share(stage, settings_, count_, advances_,
                                      static_cast<double>(seen_.steps),
                                      static_cast<double>(seen_.blocks));
  }

  std::map<std::string, double> counters() const override {
    if (rule_.shared_step > 0) return {};
    const double blocks = static_cast<double>(seen_.blocks);
    return {{"block_steps", blocks},
            {"particle_steps", static_cast<double>(seen_.steps)},
            {"mean_block", blocks > 0 ? static_cast<double>(seen_.steps) / blocks : 0},
            {"steps_at_floor", static_cast<double>(seen_.floored)}};
  }

  Clock& clock() override { return clock_; }

 private:
  /// One block step: all of it is enqueued, nothing waits. The schedule has no stage of its own:
  /// the predictor lists who is due, the corrector finds when.
  void block_step(StageTimer& timer) {
    stage(timer, kPredict, [&] {
      predict<F>(bodies(), timeline_.data(), rule_, words_.data(), count_, targets_.data(),
                 stream_);
    });
    stage(timer, kEvaluate, [&] { evaluation_->evaluate(job(due()), stream_); });
    stage(timer, kCorrect, [&] {
      correct(bodies(), timeline_.data(), rule_, targets_.data(), evaluation_->results(), stream_);
    });
  }

  void advance_watched(StageTimer& timer) {
    do
      for (int b = 0; b < kBlocksAhead; ++b) block_step(timer);
    while (!beyond_end(fetch_timeline()));
  }

  /// The host looks at the state that was while the next block steps already run.
  void advance_ahead() {
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
      if (beyond_end(looks_[(turn - 1) % 2])) break;
    }
  }

  bool beyond_end(const Timeline& timeline) {
    seen_ = timeline;
    return timeline.next > timeline.end;
  }

  Timeline fetch_timeline() {
    TYCHO_CUDA(cudaMemcpyAsync(looks_.data(), timeline_.data(), sizeof(Timeline),
                               cudaMemcpyDeviceToHost, stream_.get()));
    stream_.wait();
    return looks_[0];
  }

  /// The span ends a whole number of spans after zero, however many there were.
  void set_end() {
    ends_[0] = span_ * (spans_ += 1);
    TYCHO_CUDA(cudaMemcpyAsync(&timeline_.data()->end, ends_.data(), sizeof(double),
                               cudaMemcpyHostToDevice, stream_.get()));
  }
  void set_next(double next) {
    ends_[1] = next;
    TYCHO_CUDA(cudaMemcpyAsync(&timeline_.data()->next, &ends_[1], sizeof(double),
                               cudaMemcpyHostToDevice, stream_.get()));
  }

  void place(const Snapshot& snapshot, const std::vector<std::uint64_t>& ids, double now) {
    count_ = snapshot.count();
    rule_ = rule_of(settings_, count_);
    spans_ = now / span_;
    advances_ = 0;
    ids_ = ids;
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
    looks_[0] = {now, now, one_by_one_ ? HUGE_VAL : now, 0x7ff0000000000000ULL, 0, 0, 0, 0, 0};
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
    return {{words_.data(), count_, count_}, targets_.data(), targets, softening_sq_, false};
  }

  Settings settings_;
  double span_;
  bool one_by_one_;  // a step of the algorithm is one block step
  double softening_sq_;
  Stream stream_;
  DeviceClock clock_{stream_};
  std::unique_ptr<Evaluation> evaluation_;
  Rule rule_{};
  int count_ = 0;
  double spans_ = 0;
  std::int64_t advances_ = 0;
  Buffer<double> values_;
  Buffer<Word> words_;
  Buffer<Target> targets_;
  Buffer<Timeline> timeline_{1, stream_};
  Pinned<Timeline> looks_{2};
  Pinned<double> ends_{2};
  std::array<Event, 2> looked_;
  Timeline seen_{};
  Graph ahead_;
  std::vector<std::uint64_t> ids_;
};

}  // namespace

template <typename F>
std::unique_ptr<Algorithm> make_on_device(const Settings& settings) {
  return std::make_unique<OnDevice<F>>(settings);
}

template std::unique_ptr<Algorithm> make_on_device<Fp32>(const Settings&);
template std::unique_ptr<Algorithm> make_on_device<Ds>(const Settings&);
template std::unique_ptr<Algorithm> make_on_device<Fp64>(const Settings&);

}  // namespace tycho::gpu::hermite
