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
  bind("order", o.by_id, "id");
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

std::int64_t device_bytes(std::int64_t bodies, int leaf, std::int64_t real) {
  // Position, velocity, acceleration, number and rung, in the two halves that a sort goes between;
  // keys, order and what a tree is built from, with the sort's own memory; groups, the list of due
  // bodies, levels, and a potential.
  const std::int64_t held = 2 * (2 * 4 * 8 + 4 * real + 4 + 1);
  const std::int64_t sorted = 2 * 8 + 2 * 4 + 5 * real + 12;
  const std::int64_t walked = 8 + 8 + 2 + real;
  // Most trees have half of these cells.
  const std::int64_t cells = 64 + 6 * bodies / leaf;
  return bodies * (held + sorted + walked) + cells * (5 * 4 + 1 + 8 + 17 * real);
}

std::int64_t copied_bytes(std::int64_t bodies, int leaf, std::int64_t real) {
  const std::int64_t cells = bodies / leaf;
  return bodies * (2 * 4 * real + 4) + cells * (2 * 4 + 8 * real);
}

}  // namespace tycho::tree
