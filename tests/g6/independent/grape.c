/* A GRAPE-6 library that shares no line with tycho's: one device, whatever the cluster's number, plain
 * loops in double. It is here since a test needs a library that was not written for it; what it was
 * called for it writes into the file that GRAPE_CALLS names. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PIPES = 48, SLOTS = 1 << 16 };

static struct {
  int index;
  double t, mass, x[3], v[3], a[3], j[3], s[3];
} stored[SLOTS];
static double now;
static long long sent, pulled;
static int block_nj, block_ni, block_index[PIPES];
static double block_x[PIPES][3], block_v[PIPES][3], block_eps2;

int g6_open_(int *cluster) {
  (void)cluster;
  return 0;
}

int g6_close_(int *cluster) {
  const char *const name = getenv("GRAPE_CALLS");
  FILE *const file = name ? fopen(name, "a") : NULL;
  (void)cluster;
  if (!file) return 0;
  fprintf(file, "sent %lld pulled %lld\n", sent, pulled);
  return fclose(file);
}

int g6_npipes_(void) { return PIPES; }

int g6_set_ti_(int *cluster, double *ti) {
  (void)cluster;
  now = *ti;
  return 0;
}

int g6_set_j_particle_(int *cluster, int *address, int *index, double *tj, double *dtj,
                       double *mass, double a2by18[3], double a1by6[3], double aby2[3],
                       double v[3], double x[3]) {
  int k;
  (void)cluster, (void)dtj;
  if (*address < 0 || *address >= SLOTS) abort();
  stored[*address].index = *index;
  stored[*address].t = *tj;
  stored[*address].mass = *mass;
  for (k = 0; k < 3; ++k) {
    stored[*address].x[k] = x[k];
    stored[*address].v[k] = v[k];
    stored[*address].a[k] = 2 * aby2[k];
    stored[*address].j[k] = 6 * a1by6[k];
    stored[*address].s[k] = 18 * a2by18[k];
  }
  ++sent;
  return 0;
}

void g6calc_firsthalf_(int *cluster, int *nj, int *ni, int index[], double xi[][3],
                       double vi[][3], double aold[][3], double jold[][3], double phiold[],
                       double *eps2, double h2[]) {
  int i, k;
  (void)cluster, (void)aold, (void)jold, (void)phiold;
  if (*ni > PIPES) abort();
  block_nj = *nj;
  block_ni = *ni;
  block_eps2 = *eps2;
  for (i = 0; i < *ni; ++i) {
    if (h2[i] < 0) abort(); /* it is looked at, as others do */
    block_index[i] = index[i];
    for (k = 0; k < 3; ++k) {
      block_x[i][k] = xi[i][k];
      block_v[i][k] = vi[i][k];
    }
  }
}

int g6calc_lasthalf2_(int *cluster, int *nj, int *ni, int index[], double xi[][3], double vi[][3],
                      double *eps2, double h2[], double acc[][3], double jerk[][3], double pot[],
                      int nnbindex[]) {
  int i, j, k;
  (void)cluster, (void)nj, (void)index, (void)xi, (void)vi, (void)eps2, (void)h2;
  for (i = 0; i < *ni && i < block_ni; ++i) {
    double nearest = INFINITY;
    nnbindex[i] = -1;
    pot[i] = 0;
    for (k = 0; k < 3; ++k) acc[i][k] = jerk[i][k] = 0;
    for (j = 0; j < block_nj; ++j) {
      const double d = now - stored[j].t;
      double r[3], u[3], r2 = 0, ru = 0, w, w3;
      if (stored[j].index == block_index[i] && block_index[i] != -1) continue;
      for (k = 0; k < 3; ++k) {
        const double a = stored[j].a[k], b = stored[j].j[k], s = stored[j].s[k];
        r[k] = stored[j].x[k] + d * stored[j].v[k] + d * d / 2 * a + d * d * d / 6 * b +
               d * d * d * d / 24 * s - block_x[i][k];
        u[k] = stored[j].v[k] + d * a + d * d / 2 * b + d * d * d / 6 * s - block_v[i][k];
        r2 += r[k] * r[k];
        ru += r[k] * u[k];
      }
      if (r2 < nearest) {
        nearest = r2;
        nnbindex[i] = stored[j].index;
      }
      r2 += block_eps2;
      if (r2 == 0) continue;
      w = 1 / sqrt(r2);
      w3 = stored[j].mass * w * w * w;
      for (k = 0; k < 3; ++k) {
        acc[i][k] += w3 * r[k];
        jerk[i][k] += w3 * (u[k] - 3 * ru / r2 * r[k]);
      }
      pot[i] -= stored[j].mass * w;
    }
    pulled += block_nj;
  }
  return 0;
}
