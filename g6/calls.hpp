// What the interface's functions do, whatever their names: the exported symbols of all three forms
// call these and nothing else, so that a client's own function of a C name is never called instead.
#pragma once

#include "g6/client_arrays.hpp"

namespace tycho::g6 {

int open(int cluster) noexcept;
int close(int cluster) noexcept;
int npipes() noexcept;
int set_ti(int cluster, double ti) noexcept;
int set_j_particle(int cluster, int address, const Sent& sent) noexcept;
void firsthalf(int cluster, int nj, int ni, const Block& block, double eps2) noexcept;
int lasthalf(int cluster, int ni, const Results& results) noexcept;
/// For calls that old hardware needed and that have nothing to do here: 0 where the cluster works.
int ready(int cluster, const char* call) noexcept;
int reset(int cluster) noexcept;
int read_neighbour_list(int cluster) noexcept;
int get_neighbour_list(int cluster, int ipipe, int maxlen, int* n, int list[]) noexcept;
int open_special(int ngpu, const int list[], int nmax) noexcept;

}  // namespace tycho::g6
