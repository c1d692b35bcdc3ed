#include "core/contracts/tree_parameters.hpp"

#include "core/error.hpp"

namespace tycho::tree {

void bind_options(const Settings& settings, Binding& bind, Options& o) {
  bind("dt", o.dt);
  bind("theta", o.theta);
  bind("alpha", o.alpha);
  bind("softening", o.softening);
  bind("eta", o.eta);
  bind("leaf", o.leaf);
  bind("rungs", o.rungs);
  bind("group", o.group);
  bind("opening", o.relative, "relative");
  bind("steps", o.individual, "individual");
  bind("threads_per_block", o.threads_per_block);
  bind("blocks", o.blocks);
  o.threads = settings.threads();
  o.ranks = &settings.ranks();
}

double WorkDone::of_interactions(double expected) const {
  if (advances == 0) return 1;
  return tally.interactions() /
         (static_cast<double>(particles) * expected * static_cast<double>(advances));
}

double WorkDone::of_walks() const {
  if (advances == 0) return 1;
  return tally.walks / (static_cast<double>(particles) * static_cast<double>(advances));
}

double WorkDone::of_trees() const {
  return advances == 0 ? 1 : tally.trees / static_cast<double>(advances);
}

void refuse(const Particles& p, std::size_t i, const std::string& why) {
  throw UsageError("particle " + std::to_string(i) + " (id " + std::to_string(p.id[i]) + ") " +
                   why);
}

}  // namespace tycho::tree
