/* The example with its whole step as one stage. */
#define tycho_implementation right_implementation
#include "all_pairs.c"
#undef tycho_implementation

static int joined_advance(void *instance, const struct tycho_timer *timer) {
  timer->begin(timer->context, 0);
  kick(instance);
  drift(instance);
  force(instance);
  kick(instance);
  timer->end(timer->context, 0);
  return TYCHO_OK;
}

const struct tycho_library *tycho_implementation(void) {
  static const char *const joined[] = {"kick+drift+force"};
  static struct tycho_library library;
  library = *right_implementation();
  library.name = "joined";
  library.stage_count = 1;
  library.stages = joined;
  library.advance = joined_advance;
  return &library;
}
