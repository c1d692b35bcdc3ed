/* The forces of the example as a tree code's: all pairs are as near to the truth as a tree that opens
 * every cell. WRONG drops the last body. */
#define tycho_implementation right_implementation
#include "all_pairs.c"
#undef tycho_implementation

static const char *in_double(void *context, const char *name) {
  (void)context;
  (void)name;
  return "fp64";
}

static int tree_create(const struct tycho_host *host, int variant, int64_t particles,
                       void **instance) {
  struct tycho_host own = *host;
  own.word = in_double;
  if (!(host->number(host->context, "theta") > 0)) return failed("theta must be above 0");
  return create(&own, variant, particles, instance);
}

static void walk(struct bodies *b) {
#ifdef WRONG
  const double last = b->mass[b->n - 1];
  b->mass[b->n - 1] = 0;
  force(b);
  b->mass[b->n - 1] = last;
#else
  force(b);
#endif
}

static int tree_advance(void *instance, const struct tycho_timer *timer) {
  run(timer, KICK, kick, instance);
  run(timer, DRIFT, drift, instance);
  run(timer, FORCE, walk, instance);
  run(timer, KICK, kick, instance);
  return TYCHO_OK;
}

const struct tycho_library *tycho_implementation(void) {
  static const char *const stages_of_tree[] = {"walk", "kick", "drift"};
  static struct tycho_library library;
  library = *right_implementation();
  library.name = "tree";
  library.contract = "barnes_hut";
  library.stages = stages_of_tree;
  library.create = tree_create;
  library.advance = tree_advance;
  return &library;
}
