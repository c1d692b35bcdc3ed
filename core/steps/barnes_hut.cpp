#include "core/steps/barnes_hut.hpp"

#include <initializer_list>
#include <utility>

namespace tycho::barnes_hut {

namespace {

class BarnesHut final : public tree::Step {
 public:
  BarnesHut(const Settings& settings, std::unique_ptr<Stages> stages)
      : tree::Step(settings, options(settings), *stages),
        options_(options(settings)),
        stages_(std::move(stages)) {}

  bool advance_part(StageTimer& timer) override {
    begin_part();
    stage(timer, kKick, [&] { enqueue(kKick); });
    stage(timer, kDrift, [&] { enqueue(kDrift); });
    go_to_next_tick();
    if (has(kMigrate)) stage(timer, kMigrate, [&] { enqueue(kMigrate); });
    stage(timer, kSort, [&] { enqueue(kSort); });
    stage(timer, kBuild, [&] { enqueue(kBuild); });
    stage(timer, kMoments, [&] { enqueue(kMoments); });
    if (exchanges(Exchanged::kTree)) stage(timer, kExchange, [&] { enqueue(kExchange); });
    if (has(kGroup)) stage(timer, kGroup, [&] { enqueue(kGroup); });
    if (has(kUpload)) stage(timer, kUpload, [&] { enqueue(kUpload); });
    stage(timer, kWalk, [&] { enqueue(kWalk); });
    if (exchanges(Exchanged::kForces)) stage(timer, kExchange, [&] { enqueue(kExchange); });
    if (has(kDownload)) stage(timer, kDownload, [&] { enqueue(kDownload); });
    stage(timer, kKick, [&] { end_substep(); });
    count_tree();
    if (options_.individual) {
      if (exchanges(Exchanged::kTree)) stage(timer, kExchange, [&] { stages_->agree_on_steps(); });
      read_rungs();
    }
    return end_part();
  }

  double work_share(int stage) const override {
    return barnes_hut::work_share(stage, settings(), done());
  }

 private:
  using Exchanged = tree::Exchanged;

  bool has(int stage) const { return stages_->has(stage); }
  bool exchanges(Exchanged what) const { return stages_->exchanged() == what; }
  StepState state() const { return {ticks(), substep(), relative()}; }
  void enqueue(int stage) { stages_->enqueue(stage, state()); }
  void enqueue_all(std::initializer_list<int> stages) {
    for (const int stage : stages)
      if (has(stage)) enqueue(stage);
  }

  void end_substep() {
    enqueue(kKick);
    if (options_.individual) stages_->choose_steps(state());
  }

  void choose_steps() override {
    stages_->choose_steps(state());
    stages_->agree_on_steps();
  }

  void find_forces() override {
    open_by(false);
    build_tree();
    walk();
    if (!options_.relative) return;
    clock().wait();
    open_by(true);
    enqueue_all({kMoments});
    fetch(Exchanged::kTree);
    walk();
  }

  void build_tree() override {
    enqueue_all({kMigrate, kSort, kBuild, kMoments});
    fetch(Exchanged::kTree);
  }
  void walk() {
    enqueue_all({kGroup, kUpload, kWalk});
    fetch(Exchanged::kForces);
    enqueue_all({kDownload});
  }
  void fetch(Exchanged what) {
    if (exchanges(what)) enqueue(kExchange);
  }

  Options options_;
  std::unique_ptr<Stages> stages_;
};

}  // namespace

std::unique_ptr<Algorithm> make_step(const Settings& settings, std::unique_ptr<Stages> stages) {
  return std::make_unique<BarnesHut>(settings, std::move(stages));
}

}  // namespace tycho::barnes_hut
