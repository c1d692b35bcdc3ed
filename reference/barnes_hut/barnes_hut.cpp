#include "reference/barnes_hut/barnes_hut.hpp"

#include "core/steps/barnes_hut_on_host.hpp"
#include "reference/barnes_hut/walk.hpp"

namespace tycho::reference::barnes_hut {

namespace {

using tycho::barnes_hut::HostWalk;
using tycho::barnes_hut::Options;
using tycho::barnes_hut::Scheme;

class Walk final : public HostWalk {
 public:
  explicit Walk(const Options& options)
      : scheme_(options.scheme), single_(options.single), group_size_(options.group) {}

  void run(const Job& job) override {
    if (scheme_ == Scheme::kGrouped) {
      walked_ = single_ ? by_groups<float>(job) : by_groups<double>(job);
    } else if (scheme_ == Scheme::kBest) {
      walked_ = single_ ? best<float>(job) : best<double>(job);
    } else if (single_) {
      tree::narrow(job.tree, job.threads, narrowed_);
      walked_ = walk(narrowed_, job.rule, job.due, job.threads, job.bodies);
    } else {
      walked_ = walk(job.tree, job.rule, job.due, job.threads, job.bodies);
    }
  }

  tree::Walked walked() const override { return walked_; }
  Clock& clock() override { return clock_; }

 private:
  template <typename Real>
  static tree::Walked by_groups(const Job& job) {
    return walk_groups<Real>(job.tree, job.groups, job.rule.softening, job.threads, job.bodies);
  }

  template <typename Real>
  tree::Walked best(const Job& job) const {
    return walk_best<Real>(job.tree, job.rule, job.due, group_size_, job.threads, job.bodies);
  }

  Scheme scheme_;
  bool single_;
  int group_size_;
  tree::Tree<float> narrowed_;
  tree::Walked walked_;
  HostClock clock_;
};

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  using namespace tycho::barnes_hut;
  require_sound(settings);
  return make_step(settings, make_host_stages(settings, std::make_unique<Walk>(options(settings))));
}

}  // namespace tycho::reference::barnes_hut
