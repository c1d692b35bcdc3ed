/* The fourth-order Hermite scheme with one step for all bodies (Makino & Aarseth 1992, eqs. 1 to 6),
 * as a library. WRONG has a jerk of the wrong sign. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <tycho/implementation.h>

enum { PREDICT, EVALUATE, CORRECT, STAGES };
static const char *const stages[STAGES] = {"predict", "evaluate", "correct"};
static const struct tycho_variant variants[] = {
    {"shared", "Hermite in C, one step for all", TYCHO_CPU, TYCHO_SAME_BITS, 1, 0, NULL},
};

/* Of each: x, y and z. old_* are at the start of the step. */
struct bodies {
  int64_t n;
  double dt, eps2;
  double *mass, *x[3], *v[3], *a[3], *j[3], *old_x[3], *old_v[3], *old_a[3], *old_j[3];
  uint64_t *id;
};

static const char *why = "";
static const char *last_error(void *instance) {
  (void)instance;
  return why;
}
static int failed(const char *what) {
  why = what;
  return TYCHO_FAILED;
}

static int create(const struct tycho_host *host, int variant, int64_t particles, void **instance) {
  const double dt = host->number(host->context, "dt");
  const double eps = host->number(host->context, "softening");
  const char *const steps = host->word(host->context, "steps");
  const size_t bytes = sizeof(double) * (size_t)particles;
  struct bodies *b;
  int c, k;
  (void)variant;
  if (!(dt > 0) || !(eps >= 0)) return failed("dt must be above 0 and softening not below 0");
  if (!steps || strcmp(steps, "shared") != 0) return failed("steps = shared is all there is");
  b = calloc(1, sizeof *b);
  if (!b) return failed("out of memory");
  b->n = particles;
  b->dt = dt;
  b->eps2 = eps * eps;
  b->mass = host->memory(host->context, bytes);
  b->id = host->memory(host->context, sizeof(uint64_t) * (size_t)particles);
  for (c = 0; c < 3; ++c) {
    double **const fields[] = {&b->x[c],     &b->v[c],     &b->a[c],     &b->j[c],
                               &b->old_x[c], &b->old_v[c], &b->old_a[c], &b->old_j[c]};
    for (k = 0; k < 8; ++k) *fields[k] = host->memory(host->context, bytes);
  }
  *instance = b;
  return TYCHO_OK;
}

static void destroy(void *instance) { free(instance); }

static void evaluate(struct bodies *b) {
  int64_t i, k;
  int c;
  for (i = 0; i < b->n; ++i) {
    double a[3] = {0, 0, 0}, j[3] = {0, 0, 0};
    for (k = 0; k < b->n; ++k) {
      double r[3], v[3], r2 = b->eps2, rv = 0, pull;
      if (i == k) continue;
      for (c = 0; c < 3; ++c) {
        r[c] = b->x[c][k] - b->x[c][i];
        v[c] = b->v[c][k] - b->v[c][i];
        r2 += r[c] * r[c];
        rv += r[c] * v[c];
      }
      pull = b->mass[k] / (r2 * sqrt(r2));
      for (c = 0; c < 3; ++c) {
        a[c] += pull * r[c];
        j[c] += pull * (v[c] - 3 * rv / r2 * r[c]);
      }
    }
    for (c = 0; c < 3; ++c) {
      b->a[c][i] = a[c];
#ifdef WRONG
      b->j[c][i] = -j[c];
#else
      b->j[c][i] = j[c];
#endif
    }
  }
}

static void predict(struct bodies *b) {
  const double d = b->dt;
  int64_t i;
  int c;
  for (c = 0; c < 3; ++c)
    for (i = 0; i < b->n; ++i) {
      const double x = b->x[c][i], v = b->v[c][i], a = b->a[c][i], j = b->j[c][i];
      b->old_x[c][i] = x;
      b->old_v[c][i] = v;
      b->old_a[c][i] = a;
      b->old_j[c][i] = j;
      b->x[c][i] = x + d * (v + d / 2 * (a + d / 3 * j));
      b->v[c][i] = v + d * (a + d / 2 * j);
    }
}

/* Makino & Aarseth (1992), eqs. 5 to 8. */
static void correct(struct bodies *b) {
  const double d = b->dt;
  int64_t i;
  int c;
  for (c = 0; c < 3; ++c)
    for (i = 0; i < b->n; ++i) {
      const double rise = b->old_a[c][i] - b->a[c][i];
      const double snap =
          (-6 * rise - d * (4 * b->old_j[c][i] + 2 * b->j[c][i])) / (d * d);
      const double crackle =
          (12 * rise + 6 * d * (b->old_j[c][i] + b->j[c][i])) / (d * d * d);
      b->x[c][i] += d * d * d * d * (snap / 24 + d * crackle / 120);
      b->v[c][i] += d * d * d * (snap / 6 + d * crackle / 24);
    }
}

static void run(const struct tycho_timer *timer, int stage, void (*body)(struct bodies *),
                struct bodies *b) {
  int left;
  for (left = timer->begin(timer->context, stage); left > 0; --left) body(b);
  timer->end(timer->context, stage);
}

static int load(void *instance, const struct tycho_particles *p) {
  struct bodies *const b = instance;
  const size_t bytes = sizeof(double) * (size_t)b->n;
  const double *const x[] = {p->x, p->y, p->z}, *const v[] = {p->vx, p->vy, p->vz};
  int c;
  memcpy(b->mass, p->mass, bytes);
  memcpy(b->id, p->id, sizeof(uint64_t) * (size_t)b->n);
  for (c = 0; c < 3; ++c) {
    memcpy(b->x[c], x[c], bytes);
    memcpy(b->v[c], v[c], bytes);
  }
  evaluate(b);
  return TYCHO_OK;
}

static int advance(void *instance, const struct tycho_timer *timer) {
  run(timer, PREDICT, predict, instance);
  run(timer, EVALUATE, evaluate, instance);
  run(timer, CORRECT, correct, instance);
  return TYCHO_OK;
}

static int store(void *instance, struct tycho_particles *p) {
  struct bodies *const b = instance;
  const size_t bytes = sizeof(double) * (size_t)b->n;
  double *const x[] = {p->x, p->y, p->z}, *const v[] = {p->vx, p->vy, p->vz};
  double *const a[] = {p->ax, p->ay, p->az};
  int c;
  memcpy(p->mass, b->mass, bytes);
  memcpy(p->id, b->id, sizeof(uint64_t) * (size_t)b->n);
  for (c = 0; c < 3; ++c) {
    memcpy(x[c], b->x[c], bytes);
    memcpy(v[c], b->v[c], bytes);
    memcpy(a[c], b->a[c], bytes);
  }
  return TYCHO_OK;
}

const struct tycho_library *tycho_implementation(void) {
  static const struct tycho_library library = {
      TYCHO_IMPLEMENTATION_ABI, "hermite-in-c", "1.0",   "hermite", STAGES, stages,  1,
      variants,                 create,         load,    advance,   store,  destroy, last_error,
      NULL};
  return &library;
}
