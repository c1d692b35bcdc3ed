// The Fortran form: names that end in an underscore, scalars by address. A null pointer for the
// cluster is cluster 0; for another number that the call uses it is a value that it refuses.
#include <limits>

#include "g6/calls.hpp"
#include "g6/include/tycho_g6.h"
#include "g6/sort_mode.hpp"

using namespace tycho;

namespace {

int cluster_of(const int* cluster) { return cluster ? *cluster : 0; }
int count_of(const int* count) { return count ? *count : -1; }
double real_of(const double* real) {
  return real ? *real : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

int g6_open_(int* cluster) { return g6::open(cluster_of(cluster)); }
int g6_close_(int* cluster) { return g6::close(cluster_of(cluster)); }
int g6_npipes_() { return g6::npipes(); }

// Some clients hand over the address of an int, others of a double: never looked at. Units are the
// client's own.
int g6_set_tunit_(int*) { return TYCHO_G6_OK; }
int g6_set_xunit_(int*) { return TYCHO_G6_OK; }

int g6_set_ti_(int* cluster, double* ti) { return g6::set_ti(cluster_of(cluster), real_of(ti)); }

int g6_set_j_particle_(int* cluster, int* address, int* index, double* tj, double* /*dtj*/,
                       double* mass, double a2by18[3], double a1by6[3], double aby2[3], double v[3],
                       double x[3]) {
  // Any index is allowed, -1 too.
  return g6::set_j_particle(
      cluster_of(cluster), count_of(index ? address : nullptr),
      {count_of(index), real_of(tj), real_of(mass), a2by18, a1by6, aby2, v, x});
}

void g6calc_firsthalf_(int* cluster, int* nj, int* ni, int index[], double xi[][3], double vi[][3],
                       double /*aold*/[][3], double /*jold*/[][3], double /*phiold*/[],
                       double* eps2, double h2[]) {
  g6::firsthalf(cluster_of(cluster), count_of(nj), count_of(ni), {index, xi, vi, h2},
                real_of(eps2));
}

int g6calc_lasthalf_(int* cluster, int* /*nj*/, int* ni, int /*index*/[], double /*xi*/[][3],
                     double /*vi*/[][3], double* /*eps2*/, double /*h2*/[], double acc[][3],
                     double jerk[][3], double pot[]) {
  return g6::lasthalf(cluster_of(cluster), count_of(ni), {acc, jerk, pot, nullptr});
}

int g6calc_lasthalf2_(int* cluster, int* /*nj*/, int* ni, int /*index*/[], double /*xi*/[][3],
                      double /*vi*/[][3], double* /*eps2*/, double /*h2*/[], double acc[][3],
                      double jerk[][3], double pot[], int nnbindex[]) {
  return g6::lasthalf(cluster_of(cluster), count_of(ni), {acc, jerk, pot, nnbindex});
}

int g6_initialize_jp_buffer_(int* cluster, int*) {
  return g6::ready(cluster_of(cluster), "g6_initialize_jp_buffer_");
}
int g6_flush_jp_buffer_(int* cluster) {
  return g6::ready(cluster_of(cluster), "g6_flush_jp_buffer_");
}
int g6_reset_(int* cluster) { return g6::reset(cluster_of(cluster)); }
int g6_reset_fofpga_(int* cluster) { return g6::reset(cluster_of(cluster)); }
int g6_reinitialize_(int* cluster) { return g6::reset(cluster_of(cluster)); }

int g6_read_neighbour_list_(int* cluster) { return g6::read_neighbour_list(cluster_of(cluster)); }
int g6_get_neighbour_list_(int* cluster, int* ipipe, int* maxlen, int* n, int list[]) {
  return g6::get_neighbour_list(cluster_of(cluster), count_of(ipipe), count_of(maxlen), n, list);
}
void g6_set_neighbour_list_sort_mode_(int* mode) { g6::set_sort_mode(mode ? *mode : 0); }
int g6_get_neighbour_list_sort_mode_() { return g6::sort_mode(); }

int g6_open_special_(int* ngpu, int* list) { return g6::open_special(count_of(ngpu), list, 0); }
int g6_open_special2_(int* ngpu, int* list, int* nmax) {
  return g6::open_special(count_of(ngpu), list, count_of(nmax));
}
