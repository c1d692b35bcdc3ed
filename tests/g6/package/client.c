/* A client in plain C: two bodies at rest, the force of one on the other in both forms. */
#include <stdio.h>
#include <tycho_g6.h>

int main(void) {
  int cluster = 3, nj = 2, ni = 1, index[1] = {0}, neighbour[1];
  double zero[3] = {0, 0, 0}, x[2][3] = {{0, 0, 0}, {2, 0, 0}};
  double xi[1][3] = {{0, 0, 0}}, vi[1][3] = {{0, 0, 0}}, acc[1][3], jerk[1][3], pot[1];
  double t = 0, dt = 1, mass = 8, eps2 = 0, h2[1] = {0};
  int j;
  if (g6_open_(&cluster) != TYCHO_G6_OK || g6_npipes() < 1) return 1;
  for (j = 0; j < 2; ++j)
    if (g6_set_j_particle_(&cluster, &j, &j, &t, &dt, &mass, zero, zero, zero, zero, x[j])) return 2;
  if (g6_set_ti(cluster, 0.0)) return 3;
  g6calc_firsthalf_(&cluster, &nj, &ni, index, xi, vi, acc, jerk, pot, &eps2, h2);
  if (g6calc_lasthalf2(cluster, nj, ni, index, xi, vi, eps2, h2, acc, jerk, pot, neighbour))
    return 4;
  if (GPU_close(cluster)) return 5;
  printf("acc %g pot %g neighbour %d\n", acc[0][0], pot[0], neighbour[0]);
  return acc[0][0] == 2 && pot[0] == -4 && neighbour[0] == 1 ? 0 : 6;
}
