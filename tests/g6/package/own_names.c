/* A client that has functions of the interface's C names itself, as wrappers around the Fortran
 * form. The library must neither call them nor clash with them. */
#include <stdio.h>

int g6_open_(int *cluster);
int g6_close_(int *cluster);
int g6_npipes_(void);
int g6_set_ti_(int *cluster, double *ti);
int g6_set_j_particle_(int *cluster, int *address, int *index, double *tj, double *dtj,
                       double *mass, double a2by18[3], double a1by6[3], double aby2[3],
                       double v[3], double x[3]);
void g6calc_firsthalf_(int *cluster, int *nj, int *ni, int index[], double xi[][3],
                       double vi[][3], double aold[][3], double jold[][3], double phiold[],
                       double *eps2, double h2[]);
int g6calc_lasthalf_(int *cluster, int *nj, int *ni, int index[], double xi[][3], double vi[][3],
                     double *eps2, double h2[], double acc[][3], double jerk[][3], double pot[]);
int g6_reset_(int *cluster);

static int depth = 0, hijacked = 0;
#define OWN(call)                 \
  do {                            \
    int code;                     \
    if (depth++ > 0) hijacked++;  \
    code = call;                  \
    depth--;                      \
    return code;                  \
  } while (0)

int g6_open(int cluster) { OWN(g6_open_(&cluster)); }
int g6_close(int cluster) { OWN(g6_close_(&cluster)); }
int g6_npipes(void) { OWN(g6_npipes_()); }
int g6_set_ti(int cluster, double ti) { OWN(g6_set_ti_(&cluster, &ti)); }
/* A public header defines this one in the Fortran form. */
int g6_set_overflow_flag_test_mode_(int *a, int *b, int *c) { return *a + *b + *c; }
int g6_reset(int cluster) { OWN(g6_reset_(&cluster)); }
int g6_set_j_particle(int cluster, int address, int index, double tj, double dtj, double mass,
                      double a2by18[3], double a1by6[3], double aby2[3], double v[3],
                      double x[3]) {
  OWN(g6_set_j_particle_(&cluster, &address, &index, &tj, &dtj, &mass, a2by18, a1by6, aby2, v, x));
}
int g6calc_lasthalf(int cluster, int nj, int ni, int index[], double xi[][3], double vi[][3],
                    double eps2, double h2[], double acc[][3], double jerk[][3], double pot[]) {
  OWN(g6calc_lasthalf_(&cluster, &nj, &ni, index, xi, vi, &eps2, h2, acc, jerk, pot));
}

int main(void) {
  double zero[3] = {0, 0, 0}, x[3] = {0, 0, 4}, xi[1][3] = {{0, 0, 0}}, vi[1][3] = {{0, 0, 0}};
  double acc[1][3], jerk[1][3], pot[1], eps2 = 0, h2[1] = {0};
  int cluster = 1, nj = 1, ni = 1, index[1] = {-1};
  if (g6_open(cluster) || g6_npipes() < 1 || g6_reset(cluster)) return 1;
  if (g6_set_j_particle(cluster, 0, 7, 0.0, 0.0, 16.0, zero, zero, zero, zero, x)) return 2;
  if (g6_set_ti(cluster, 0.0)) return 3;
  g6calc_firsthalf_(&cluster, &nj, &ni, index, xi, vi, acc, jerk, pot, &eps2, h2);
  if (g6calc_lasthalf(cluster, nj, ni, index, xi, vi, eps2, h2, acc, jerk, pot)) return 4;
  if (g6_close(cluster)) return 5;
  printf("acc %g pot %g, %d calls of the client's own names\n", acc[0][2], pot[0], hijacked);
  return hijacked == 0 && acc[0][2] == 1 && pot[0] == -4 ? 0 : 6;
}
