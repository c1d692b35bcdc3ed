/* The library of all_pairs.c, wrong on purpose in the way that WRONG names: what `tycho try` must
 * find. */
#define tycho_implementation right_implementation
#include "all_pairs.c"
#undef tycho_implementation
#include <pthread.h>
#include <time.h>

#define DROPPED_BODY 1 /* the last body neither pulls nor moves */
#define SIGN 2         /* bodies push */
#define STALE 3        /* forces where the bodies were before the drift */
#define LATE 4         /* a thread still writes when advance has returned */
#define PAST_END 5     /* a value more than there are bodies */
#define LOST_BODY 6    /* store gives one body twice */
#define NOT_A_NUMBER 7 /* store leaves a NaN */
#define EXIT 8         /* advance ends the process as if all were well */
#define CRASH 9        /* advance follows a null pointer */
#define HALF_DONE 10   /* advance leaves its work to store */
#define OTHER_ABI 11   /* built for another tycho */
#define NOBODYS 12     /* a contract that there is none of */
#define NO_STORE 13    /* a function is missing */
#define PRIVATE_LATE 14 /* as LATE, in memory that tycho knows nothing of */
#define HANG 15         /* advance never returns */
#define IDLE 16         /* advance computes nothing: energy and momentum are conserved */
#define OTHER_MASS 17   /* store gives another mass back */

#if WRONG == DROPPED_BODY
static int wrong_advance(void *instance, const struct tycho_timer *timer) {
  struct bodies *const b = instance;
  b->n -= 1;
  advance(b, timer);
  b->n += 1;
  return TYCHO_OK;
}
#elif WRONG == SIGN
static void push(struct bodies *b) {
  int64_t i;
  force(b);
  for (i = 0; i < b->n; ++i) {
    b->ax[i] = -b->ax[i];
    b->ay[i] = -b->ay[i];
    b->az[i] = -b->az[i];
  }
}
static int wrong_advance(void *instance, const struct tycho_timer *timer) {
  run(timer, KICK, kick, instance);
  run(timer, DRIFT, drift, instance);
  run(timer, FORCE, push, instance);
  run(timer, KICK, kick, instance);
  return TYCHO_OK;
}
#elif WRONG == STALE
static int wrong_advance(void *instance, const struct tycho_timer *timer) {
  run(timer, KICK, kick, instance);
  run(timer, FORCE, force, instance);
  run(timer, DRIFT, drift, instance);
  run(timer, KICK, kick, instance);
  return TYCHO_OK;
}
#elif WRONG == LATE || WRONG == PRIVATE_LATE
static double nudge = 0; /* what nobody guards */
static void *write_later(void *instance) {
  struct bodies *const b = instance;
  const struct timespec moment = {0, 5000000};
  nanosleep(&moment, NULL);
#if WRONG == LATE
  b->x[0] += 1e-12;
#else
  (void)b;
  nudge += 1e-12;
#endif
  return NULL;
}
static int wrong_advance(void *instance, const struct tycho_timer *timer) {
  pthread_t thread;
  advance(instance, timer);
  if (pthread_create(&thread, NULL, write_later, instance) == 0) pthread_detach(thread);
  return TYCHO_OK;
}
static int wrong_store(void *instance, struct tycho_particles *p) {
  store(instance, p);
  p->x[0] += nudge;
  return TYCHO_OK;
}
#elif WRONG == PAST_END
static int wrong_advance(void *instance, const struct tycho_timer *timer) {
  struct bodies *const b = instance;
  advance(b, timer);
  b->ax[b->n] = 0;
  return TYCHO_OK;
}
#elif WRONG == LOST_BODY
static int wrong_store(void *instance, struct tycho_particles *p) {
  store(instance, p);
  p->id[0] = p->id[p->count - 1];
  return TYCHO_OK;
}
#elif WRONG == OTHER_MASS
static int wrong_store(void *instance, struct tycho_particles *p) {
  store(instance, p);
  p->mass[0] *= 2;
  return TYCHO_OK;
}
#elif WRONG == NOT_A_NUMBER
static int wrong_store(void *instance, struct tycho_particles *p) {
  store(instance, p);
  p->vy[p->count / 2] = NAN;
  return TYCHO_OK;
}
#elif WRONG == EXIT
static int wrong_advance(void *instance, const struct tycho_timer *timer) {
  (void)instance, (void)timer;
  exit(0);
}
#elif WRONG == CRASH
static int wrong_advance(void *instance, const struct tycho_timer *timer) {
  int *volatile nowhere = NULL;
  (void)instance, (void)timer;
  return *nowhere;
}
#elif WRONG == HANG
static int wrong_advance(void *instance, const struct tycho_timer *timer) {
  const struct timespec moment = {1, 0};
  (void)instance, (void)timer;
  for (;;) nanosleep(&moment, NULL);
}
#elif WRONG == HALF_DONE || WRONG == IDLE
static int left = 0;
static int wrong_advance(void *instance, const struct tycho_timer *timer) {
  int s;
  (void)instance;
  for (s = 0; s < STAGES; ++s) {
    timer->begin(timer->context, s);
    timer->end(timer->context, s);
  }
  ++left;
  return TYCHO_OK;
}
#if WRONG == HALF_DONE
static int wrong_store(void *instance, struct tycho_particles *p) {
  for (; left > 0; --left) {
    kick(instance);
    drift(instance);
    force(instance);
    kick(instance);
  }
  return store(instance, p);
}
#endif
#endif

const struct tycho_library *tycho_implementation(void) {
  static struct tycho_library library;
  library = *right_implementation();
  library.name = "wrong";
#if WRONG == OTHER_ABI
  library.abi += 1;
#elif WRONG == NOBODYS
  library.contract = "all_triples";
#elif WRONG == NO_STORE
  library.store = NULL;
#endif
#if WRONG <= PAST_END || WRONG == EXIT || WRONG == CRASH || WRONG == HALF_DONE || \
    WRONG == PRIVATE_LATE || WRONG == HANG || WRONG == IDLE
  library.advance = wrong_advance;
#endif
#if WRONG == LOST_BODY || WRONG == NOT_A_NUMBER || WRONG == HALF_DONE || WRONG == LATE || \
    WRONG == PRIVATE_LATE || WRONG == OTHER_MASS
  library.store = wrong_store;
#endif
  return &library;
}
