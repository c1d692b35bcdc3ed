/* tycho/implementation.h: an implementation of one of tycho's algorithms as a shared library.
 *
 * A library exports one function, tycho_implementation, and is given to `tycho try ./libmine.so` and
 * `tycho run CASE --implementation ./libmine.so`. docs/bring-your-own.md takes a reader there.
 *
 * Nothing but C crosses this border. All functions are called by one thread of a process of their
 * own; what they start themselves is theirs, and must rest when a function returns: work on a GPU
 * excepted, which stays in the stream that the library names. */
#ifndef TYCHO_IMPLEMENTATION_H
#define TYCHO_IMPLEMENTATION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TYCHO_IMPLEMENTATION_ABI 1

/* What a function returns. Anything but TYCHO_OK ends the run, with what last_error says. */
enum tycho_code {
  TYCHO_OK = 0,
  TYCHO_FAILED = 1,
  TYCHO_UNAVAILABLE = 2 /* sound, but this machine cannot: the run is skipped, and does not fail */
};

enum tycho_place { TYCHO_CPU = 0, TYCHO_CUDA = 1 };

/* What a variant promises of two runs from one start. */
enum tycho_repeats {
  TYCHO_SAME_BITS = 0, /* the same bits */
  TYCHO_ANY_ORDER = 1  /* sums in an order that varies */
};

/* Particles, a structure of arrays. Accelerations are those of the last step: where a variant has
 * none they may be left as they are. Particles may be stored in any order, each with its own id. */
struct tycho_particles {
  int64_t count;
  double *mass;
  double *x, *y, *z;
  double *vx, *vy, *vz;
  double *ax, *ay, *az;
  uint64_t *id;
};

/* What tycho gives to an instance, from create until destroy has returned. `context` goes to every
 * function as it is. */
struct tycho_host {
  int abi;
  void *context;
  int threads; /* on the CPU: how many the run may use */
  /* A setting of the contract (docs/formats.md lists them). NaN and a null pointer where the
   * contract has no such setting. */
  double (*number)(void *context, const char *name);
  const char *(*word)(void *context, const char *name);
  /* Memory for particles, aligned to 64 bytes and full of NaN; tycho frees it. It lies between
   * pages that nobody may touch, and only within load, advance and store may it be touched itself:
   * whoever writes past an end, or when the function has returned, is told so. Null: no memory. */
  void *(*memory)(void *context, size_t bytes);
  /* A line for people. */
  void (*log)(void *context, const char *line);
};

/* How a step is timed: around every stage,
 *
 *   for (int left = timer->begin(timer->context, STAGE); left > 0; --left) { ... }
 *   timer->end(timer->context, STAGE);
 *
 * where STAGE counts from 0 in the library's list of stages. More than one turn is asked for where
 * a stage is too short to be timed alone. On the GPU both put an event into the library's stream. */
struct tycho_timer {
  void *context;
  int (*begin)(void *context, int stage);
  void (*end)(void *context, int stage);
};

/* A column of a table. */
struct tycho_variant {
  const char *name;  /* letters, digits, '.', '_' and '-': part of a run's id */
  const char *label; /* for people */
  int place;         /* enum tycho_place */
  int repeats;       /* enum tycho_repeats */
  int threads;       /* on the CPU; 0: all */
  int waits;         /* on the GPU: 1 where advance waits for its stream */
  /* Settings of the contract that the variant has: name, value, name, value, ..., null. Null: the
   * contract's own values. */
  const char *const *settings;
};

struct tycho_library {
  int abi;              /* TYCHO_IMPLEMENTATION_ABI */
  const char *name;     /* as a variant's */
  const char *version;  /* for people */
  const char *contract; /* "all_pairs" */
  int stage_count;      /* stages of the contract, or several joined with a plus: "kick+drift" */
  const char *const *stages;
  int variant_count;
  const struct tycho_variant *variants;

  /* An instance for a number of particles, into *instance. Settings that the variant cannot do are
   * refused here. */
  int (*create)(const struct tycho_host *host, int variant, int64_t particles, void **instance);
  /* Takes the particles, which are read-only and gone when it returns, and computes whatever the
   * first step needs. Not timed; may be called again. */
  int (*load)(void *instance, const struct tycho_particles *particles);
  /* One step. */
  int (*advance)(void *instance, const struct tycho_timer *timer);
  /* Writes all particles. Not timed; waits for what is under way. */
  int (*store)(void *instance, struct tycho_particles *particles);
  void (*destroy)(void *instance);
  /* Of an instance, or of create where the pointer is null. */
  const char *(*last_error)(void *instance);

  /* For variants on the GPU, else null: the stream, a cudaStream_t, that all their work is in. */
  void *(*stream)(void *instance);
};

/* The one symbol of a library. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const struct tycho_library *
tycho_implementation(void);

#ifdef __cplusplus
}
#endif

#endif
