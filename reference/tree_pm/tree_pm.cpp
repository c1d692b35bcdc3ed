#include "reference/tree_pm/tree_pm.hpp"

#include "core/ewald.hpp"
#include "reference/tree_pm/walk.hpp"

namespace tycho::reference::tree_pm {

namespace {

using tycho::tree_pm::HostWalk;
using tycho::tree_pm::Options;
using tycho::tree_pm::Scheme;

class Walk final : public HostWalk {
 public:
  explicit Walk(const Options& options)
      : ewald_(options.ewald),
        best_(options.scheme == Scheme::kBest),
        single_(options.single),
        group_size_(options.group) {}

  void run(const Job& job) override {
    if (ewald_)
      walked_ = sum_ewald(job);
    else if (best_)
      walked_ = single_ ? best<float>(job) : best<double>(job);
    else
      walked_ = walk(job.tree, job.rule, job.due, job.threads, job.bodies);
  }

  tree::Walked walked() const override { return walked_; }
  Clock& clock() override { return clock_; }

 private:
  /// The whole periodic force on the bodies that are due, kept as a short-range one.
  static tree::Walked sum_ewald(const Job& job) {
    std::vector<std::int32_t> due;
    for (const std::int32_t slot : job.due) due.push_back(job.tree.order[slot]);
    HostBodies& b = job.bodies;
    const double radius = tree::kSplineRadius * job.rule.split.softening;
    const auto pulls = ewald(b.x, b.mass, job.rule.split.box, radius, due, job.threads);
    for (std::size_t k = 0; k < due.size(); ++k) {
      b.short_g[due[k]] = pulls[k].acc;
      b.short_pot[due[k]] = pulls[k].pot;
    }
    return {static_cast<double>(due.size()), 0, static_cast<double>(due.size() * (b.size() - 1))};
  }

  template <typename Real>
  tree::Walked best(const Job& job) const {
    return walk_best<Real>(job.tree, job.rule, job.due, group_size_, job.threads, job.bodies);
  }

  bool ewald_, best_, single_;
  int group_size_;
  tree::Walked walked_;
  HostClock clock_;
};

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  using namespace tycho::tree_pm;
  return make_step(settings, make_host_stages(settings, std::make_unique<Walk>(options(settings))));
}

}  // namespace tycho::reference::tree_pm
