// The names of belleman2007, appendix A: kira's calls with the prefix renamed. As everywhere, those
// with an underscore take scalars by address, those without by value.
#include "g6/calls.hpp"
#include "g6/include/tycho_g6.h"

using namespace tycho;

int GPU_open(int cluster) { return g6::open(cluster); }
int GPU_close(int cluster) { return g6::close(cluster); }
int GPU_npipes() { return g6::npipes(); }
int GPU_set_ti(int cluster, double ti) { return g6::set_ti(cluster, ti); }

int GPU_set_j_particle(int cluster, int address, int index, double tj, double /*dtj*/, double mass,
                       double a2by18[3], double a1by6[3], double aby2[3], double v[3],
                       double x[3]) {
  return g6::set_j_particle(cluster, address, {index, tj, mass, a2by18, a1by6, aby2, v, x});
}

void GPUcalc_firsthalf(int cluster, int nj, int ni, int index[], double xi[][3], double vi[][3],
                       double /*aold*/[][3], double /*jold*/[][3], double /*phiold*/[], double eps2,
                       double h2[]) {
  g6::firsthalf(cluster, nj, ni, {index, xi, vi, h2}, eps2);
}

int GPUcalc_lasthalf(int cluster, int /*nj*/, int ni, int /*index*/[], double /*xi*/[][3],
                     double /*vi*/[][3], double /*eps2*/, double /*h2*/[], double acc[][3],
                     double jerk[][3], double pot[]) {
  return g6::lasthalf(cluster, ni, {acc, jerk, pot, nullptr});
}

int GPU_open_(int* cluster) { return g6_open_(cluster); }
int GPU_close_(int* cluster) { return g6_close_(cluster); }
int GPU_npipes_() { return g6::npipes(); }
int GPU_set_ti_(int* cluster, double* ti) { return g6_set_ti_(cluster, ti); }

int GPU_set_j_particle_(int* cluster, int* address, int* index, double* tj, double* dtj,
                        double* mass, double a2by18[3], double a1by6[3], double aby2[3],
                        double v[3], double x[3]) {
  return g6_set_j_particle_(cluster, address, index, tj, dtj, mass, a2by18, a1by6, aby2, v, x);
}

void GPUcalc_firsthalf_(int* cluster, int* nj, int* ni, int index[], double xi[][3], double vi[][3],
                        double aold[][3], double jold[][3], double phiold[], double* eps2,
                        double h2[]) {
  g6calc_firsthalf_(cluster, nj, ni, index, xi, vi, aold, jold, phiold, eps2, h2);
}

int GPUcalc_lasthalf_(int* cluster, int* nj, int* ni, int index[], double xi[][3], double vi[][3],
                      double* eps2, double h2[], double acc[][3], double jerk[][3], double pot[]) {
  return g6calc_lasthalf_(cluster, nj, ni, index, xi, vi, eps2, h2, acc, jerk, pot);
}
