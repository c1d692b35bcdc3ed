/* All-pairs gravity with a kick-drift-kick leapfrog, as a library for tycho: in C, one thread, double
 * precision. The step is that of the contract "all_pairs": half a kick, a drift, the forces at the
 * new places, half a kick. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tycho/implementation.h>

enum { FORCE, KICK, DRIFT, STAGES };
static const char *const stages[STAGES] = {"force", "kick", "drift"};

static const struct tycho_variant variants[] = {
    {"plain", "all-pairs in C, one thread", TYCHO_CPU, TYCHO_SAME_BITS, 1, 0, NULL},
};

struct bodies {
  int64_t n;
  double dt, eps2;
  double *mass, *x, *y, *z, *vx, *vy, *vz, *ax, *ay, *az;
  uint64_t *id;
};

static char error[200];

static int failed(const char *what) {
  snprintf(error, sizeof error, "%s", what);
  return TYCHO_FAILED;
}

static const char *last_error(void *instance) {
  (void)instance;
  return error;
}

static int create(const struct tycho_host *host, int variant, int64_t particles, void **instance) {
  const double dt = host->number(host->context, "dt");
  const double eps = host->number(host->context, "softening");
  const char *const precision = host->word(host->context, "precision");
  const size_t bytes = sizeof(double) * (size_t)particles;
  struct bodies *b;
  double **arrays[10];
  int k;
  (void)variant;
  if (!(dt > 0) || !(eps >= 0)) return failed("dt must be above 0 and softening not below 0");
  if (!precision || strcmp(precision, "fp64") != 0)
    return failed("this library computes in double precision: precision = fp64");
  b = calloc(1, sizeof *b);
  if (!b) return failed("out of memory");
  b->n = particles;
  b->dt = dt;
  b->eps2 = eps * eps;
  arrays[0] = &b->mass, arrays[1] = &b->x, arrays[2] = &b->y, arrays[3] = &b->z;
  arrays[4] = &b->vx, arrays[5] = &b->vy, arrays[6] = &b->vz;
  arrays[7] = &b->ax, arrays[8] = &b->ay, arrays[9] = &b->az;
  b->id = host->memory(host->context, sizeof(uint64_t) * (size_t)particles);
  for (k = 0; k < 10; ++k) {
    *arrays[k] = host->memory(host->context, bytes);
    if (!*arrays[k] || !b->id) {
      free(b);
      return failed("out of memory");
    }
  }
  *instance = b;
  return TYCHO_OK;
}

static void destroy(void *instance) { free(instance); }

static void force(struct bodies *b) {
  int64_t i, j;
  for (i = 0; i < b->n; ++i) {
    double ax = 0, ay = 0, az = 0;
    for (j = 0; j < b->n; ++j) {
      const double dx = b->x[j] - b->x[i], dy = b->y[j] - b->y[i], dz = b->z[j] - b->z[i];
      const double r2 = dx * dx + dy * dy + dz * dz + b->eps2;
      const double pull = i == j ? 0 : b->mass[j] / (r2 * sqrt(r2));
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    b->ax[i] = ax;
    b->ay[i] = ay;
    b->az[i] = az;
  }
}

static void kick(struct bodies *b) {
  const double half = 0.5 * b->dt;
  int64_t i;
  for (i = 0; i < b->n; ++i) {
    b->vx[i] += half * b->ax[i];
    b->vy[i] += half * b->ay[i];
    b->vz[i] += half * b->az[i];
  }
}

static void drift(struct bodies *b) {
  int64_t i;
  for (i = 0; i < b->n; ++i) {
    b->x[i] += b->dt * b->vx[i];
    b->y[i] += b->dt * b->vy[i];
    b->z[i] += b->dt * b->vz[i];
  }
}

/* A stage as often as the timer asks for it. */
static void run(const struct tycho_timer *timer, int stage, void (*body)(struct bodies *),
                struct bodies *b) {
  int left;
  for (left = timer->begin(timer->context, stage); left > 0; --left) body(b);
  timer->end(timer->context, stage);
}

static int load(void *instance, const struct tycho_particles *p) {
  struct bodies *const b = instance;
  const size_t bytes = sizeof(double) * (size_t)b->n;
  memcpy(b->mass, p->mass, bytes);
  memcpy(b->x, p->x, bytes);
  memcpy(b->y, p->y, bytes);
  memcpy(b->z, p->z, bytes);
  memcpy(b->vx, p->vx, bytes);
  memcpy(b->vy, p->vy, bytes);
  memcpy(b->vz, p->vz, bytes);
  memcpy(b->id, p->id, sizeof(uint64_t) * (size_t)b->n);
  force(b);
  return TYCHO_OK;
}

static int advance(void *instance, const struct tycho_timer *timer) {
  struct bodies *const b = instance;
  run(timer, KICK, kick, b);
  run(timer, DRIFT, drift, b);
  run(timer, FORCE, force, b);
  run(timer, KICK, kick, b);
  return TYCHO_OK;
}

static int store(void *instance, struct tycho_particles *p) {
  struct bodies *const b = instance;
  const size_t bytes = sizeof(double) * (size_t)b->n;
  memcpy(p->mass, b->mass, bytes);
  memcpy(p->x, b->x, bytes);
  memcpy(p->y, b->y, bytes);
  memcpy(p->z, b->z, bytes);
  memcpy(p->vx, b->vx, bytes);
  memcpy(p->vy, b->vy, bytes);
  memcpy(p->vz, b->vz, bytes);
  memcpy(p->ax, b->ax, bytes);
  memcpy(p->ay, b->ay, bytes);
  memcpy(p->az, b->az, bytes);
  memcpy(p->id, b->id, sizeof(uint64_t) * (size_t)b->n);
  return TYCHO_OK;
}

const struct tycho_library *tycho_implementation(void) {
  static const struct tycho_library library = {
      TYCHO_IMPLEMENTATION_ABI, "in-c", "1.0",   "all_pairs", STAGES, stages,  1,
      variants,                 create, load,    advance,     store,  destroy, last_error,
      NULL};
  return &library;
}
