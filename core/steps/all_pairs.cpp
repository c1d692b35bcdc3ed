#include "core/steps/all_pairs.hpp"

#include <string>
#include <utility>

namespace tycho::all_pairs {

namespace {

class AllPairs final : public Algorithm {
 public:
  explicit AllPairs(std::unique_ptr<Stages> stages) : stages_(std::move(stages)) {}

  void load(const Particles& p) override {
    stages_->take(p);
    ids_ = p.id;
    stages_->enqueue(kForce);
    stages_->clock().wait();
  }

  void advance(StageTimer& timer) override {
    for (const StageId id : {kKick, kDrift, kExchange, kForce, kKick})
      if (stages_->has(id)) stage(timer, id, [&] { stages_->enqueue(id); });
  }

  void store(Particles& p) override {
    stages_->store(p);
    p.id = ids_;
  }

  /// Positions and velocities. The accelerations are those of the positions, to the bit.
  std::vector<double> checkpoint() override {
    Particles now;
    stages_->store(now);
    std::vector<double> state;
    state.reserve(kNumbers * ids_.size());
    for (const auto* values : {&now.x, &now.y, &now.z, &now.vx, &now.vy, &now.vz})
      state.insert(state.end(), values->begin(), values->end());
    return state;
  }

  void restore(const Particles& p, std::span<const double> state) override {
    const std::size_t n = p.size();
    if (state.size() != kNumbers * n)
      throw UsageError("a checkpoint of other than " + std::to_string(n) + " bodies");
    Particles then = p;
    auto next = state.begin();
    for (auto* values : {&then.x, &then.y, &then.z, &then.vx, &then.vy, &then.vz}) {
      values->assign(next, next + static_cast<std::ptrdiff_t>(n));
      next += static_cast<std::ptrdiff_t>(n);
    }
    load(then);
  }

  Clock& clock() override { return stages_->clock(); }

 private:
  static constexpr std::size_t kNumbers = 6;  // of a body in a checkpoint

  std::unique_ptr<Stages> stages_;
  std::vector<std::uint64_t> ids_;
};

}  // namespace

std::unique_ptr<Algorithm> make_step(std::unique_ptr<Stages> stages) {
  return std::make_unique<AllPairs>(std::move(stages));
}

}  // namespace tycho::all_pairs
