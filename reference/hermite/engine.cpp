#include "reference/force_engine.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/formulas/hermite.hpp"
#include "core/parallel_for.hpp"
#include "reference/hermite/field.hpp"

namespace tycho::reference::hermite {

namespace {

// Below these, opening a parallel region costs more than the threads gain.
constexpr std::size_t kFewBodies = 8192, kFewPairs = 32768;

class Engine final : public ForceEngine {
 public:
  explicit Engine(const EngineOptions& options)
      : best_(options.kernel == "best"), threads_(options.threads) {}

  void reserve(std::int64_t slots) override {
    if (static_cast<std::size_t>(slots) <= bodies_.size()) return;
    try {
      bodies_.resize(slots);
      field_.resize(slots);
    } catch (const std::bad_alloc&) {
      throw Unavailable("out of memory: " + std::to_string(slots) + " j bodies");
    }
  }

  std::span<JBody> room(std::size_t bodies) override {
    if (room_.size() < bodies) room_.resize(bodies);
    return room_;
  }

  void set_j(std::span<const std::int32_t> slots, std::span<const JBody> bodies) override {
    for (std::size_t k = 0; k < slots.size(); ++k) {
      bodies_.at(slots[k]) = bodies[k];
      stale_ = true;
    }
  }

  void predict(double t) override {
    if (t != t_) stale_ = true;
    t_ = t;
  }

  void start(std::size_t bodies, const Fill& fill, std::int64_t nj, double softening_sq) override {
    block_.resize(bodies);
    fill(0, block_);
    nj_ = std::min<std::size_t>(nj, bodies_.size());
    softening_sq_ = softening_sq;
  }

  // The host has nothing to do meanwhile that would not take the cores away: all happens here.
  std::span<const Force> finish(const Take& take) override {
    forces_.resize(block_.size());
    predict_all();
    const int threads = block_.size() * nj_ < kFewPairs ? 1 : threads_;
    if (best_)
      evaluate_best(field_, nj_, block_, block_.size(), softening_sq_, 0, threads, forces_);
    else
      evaluate(field_, nj_, block_, softening_sq_, threads, forces_);
    take(0, forces_);
    return forces_;
  }

  void neighbours(std::span<const double> h2, std::int64_t most, std::vector<std::int32_t>& counts,
                  std::vector<std::int32_t>& lists) override {
    predict_all();
    counts.assign(block_.size(), 0);
    lists.resize(block_.size() * static_cast<std::size_t>(most));
    parallel_for(block_.size(), threads_, [&](std::ptrdiff_t i) {
      const IBody& body = block_[i];
      for (std::size_t j = 0; j < nj_ && h2[i] > 0; ++j) {
        if (field_.index[j] == body.index && body.index != -1) continue;
        const Vec3<double> r = field_.position(j) - body.x;
        if (!(dot(r, r) < h2[i])) continue;
        if (counts[i] < most) lists[i * most + counts[i]] = field_.index[j];
        ++counts[i];
      }
    });
  }

  std::string description() const override {
    return "CPU: " + std::to_string(threads_) + " threads, fp64, " + (best_ ? "best" : "plain");
  }

 private:
  void predict_all() {
    if (!stale_) return;
    parallel_for(bodies_.size(), bodies_.size() < kFewBodies ? 1 : threads_, [&](std::ptrdiff_t j) {
      const JBody& b = bodies_[j];
      const auto now =
          tycho::hermite::predicted_g6(b.x, b.v, b.acc_2, b.jerk_6, b.snap_18, t_ - b.t);
      field_.set(j, now.x, now.v);
      field_.mass[j] = b.mass;
      field_.index[j] = b.index;
    });
    stale_ = false;
  }

  bool best_;
  int threads_;
  double t_ = 0, softening_sq_ = 0;
  bool stale_ = true;
  std::size_t nj_ = 0;
  std::vector<JBody> bodies_, room_;
  Field field_;
  std::vector<IBody> block_;
  std::vector<Force> forces_;
};

std::unique_ptr<ForceEngine> make(const EngineOptions& options) {
  if (options.precision != "fp64")
    throw UsageError("the CPU's engine has no precision '" + options.precision + "'; it has fp64");
  if (options.kernel != "best" && options.kernel != "plain")
    throw UsageError("the CPU's engine has no kernel '" + options.kernel +
                     "'; it has best and plain");
  return std::make_unique<Engine>(options);
}

}  // namespace

}  // namespace tycho::reference::hermite

namespace tycho::reference {

std::unique_ptr<ForceEngine> make_force_engine(const EngineOptions& options) {
  return hermite::make(options);
}

}  // namespace tycho::reference
