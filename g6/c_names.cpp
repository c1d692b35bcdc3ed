// The C form: the same names without the underscore, scalars by value. In an object of their own,
// since some clients define these names themselves.
#include "g6/calls.hpp"
#include "g6/include/tycho_g6.h"
#include "g6/sort_mode.hpp"

using namespace tycho;

int g6_open(int cluster) { return g6::open(cluster); }
int g6_close(int cluster) { return g6::close(cluster); }
int g6_npipes() { return g6::npipes(); }
int g6_set_tunit(int) { return TYCHO_G6_OK; }
int g6_set_xunit(int) { return TYCHO_G6_OK; }
int g6_set_ti(int cluster, double ti) { return g6::set_ti(cluster, ti); }

int g6_set_j_particle(int cluster, int address, int index, double tj, double /*dtj*/, double mass,
                      double a2by18[3], double a1by6[3], double aby2[3], double v[3], double x[3]) {
  return g6::set_j_particle(cluster, address, {index, tj, mass, a2by18, a1by6, aby2, v, x});
}

void g6calc_firsthalf(int cluster, int nj, int ni, int index[], double xi[][3], double vi[][3],
                      double /*aold*/[][3], double /*jold*/[][3], double /*phiold*/[], double eps2,
                      double h2[]) {
  g6::firsthalf(cluster, nj, ni, {index, xi, vi, h2}, eps2);
}

int g6calc_lasthalf(int cluster, int /*nj*/, int ni, int /*index*/[], double /*xi*/[][3],
                    double /*vi*/[][3], double /*eps2*/, double /*h2*/[], double acc[][3],
                    double jerk[][3], double pot[]) {
  return g6::lasthalf(cluster, ni, {acc, jerk, pot, nullptr});
}

int g6calc_lasthalf2(int cluster, int /*nj*/, int ni, int /*index*/[], double /*xi*/[][3],
                     double /*vi*/[][3], double /*eps2*/, double /*h2*/[], double acc[][3],
                     double jerk[][3], double pot[], int nnbindex[]) {
  return g6::lasthalf(cluster, ni, {acc, jerk, pot, nnbindex});
}

int g6_initialize_jp_buffer(int cluster, int) {
  return g6::ready(cluster, "g6_initialize_jp_buffer");
}
int g6_flush_jp_buffer(int cluster) { return g6::ready(cluster, "g6_flush_jp_buffer"); }
int g6_reset(int cluster) { return g6::reset(cluster); }
int g6_reset_fofpga(int cluster) { return g6::reset(cluster); }
int g6_reinitialize(int cluster) { return g6::reset(cluster); }

int g6_read_neighbour_list(int cluster) { return g6::read_neighbour_list(cluster); }
int g6_get_neighbour_list(int cluster, int ipipe, int maxlen, int* n, int list[]) {
  return g6::get_neighbour_list(cluster, ipipe, maxlen, n, list);
}
void g6_set_neighbour_list_sort_mode(int mode) { g6::set_sort_mode(mode); }
int g6_get_neighbour_list_sort_mode() { return g6::sort_mode(); }
int g6_set_overflow_flag_test_mode(int, int, int) { return TYCHO_G6_OK; }

int g6_open_special(int ngpu, int* list) { return g6::open_special(ngpu, list, 0); }
int g6_open_special2(int ngpu, int* list, int nmax) { return g6::open_special(ngpu, list, nmax); }
