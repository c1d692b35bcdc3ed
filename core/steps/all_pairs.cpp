#include "core/steps/all_pairs.hpp"

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

  Clock& clock() override { return stages_->clock(); }

 private:
  std::unique_ptr<Stages> stages_;
  std::vector<std::uint64_t> ids_;
};

}  // namespace

std::unique_ptr<Algorithm> make_step(std::unique_ptr<Stages> stages) {
  return std::make_unique<AllPairs>(std::move(stages));
}

}  // namespace tycho::all_pairs
