// What the interface's functions do, whatever their names: the exported symbols of all three forms
// call these and nothing else, so that a client's own function of a C name is never called instead.
#pragma once

namespace tycho::g6 {

int open(int cluster) noexcept;
int close(int cluster) noexcept;
int npipes() noexcept;
int set_ti(int cluster, double ti) noexcept;
int set_j_particle(int cluster, int address, int index, double tj, double mass,
                   const double a2by18[3], const double a1by6[3], const double aby2[3],
                   const double v[3], const double x[3]) noexcept;
void firsthalf(int cluster, int nj, int ni, const int index[], const double xi[][3],
               const double vi[][3], double eps2, const double h2[]) noexcept;
int lasthalf(int cluster, int ni, double acc[][3], double jerk[][3], double pot[],
             int nnbindex[]) noexcept;
/// For calls that old hardware needed and that have nothing to do here: 0 where the cluster works.
int ready(int cluster, const char* call) noexcept;
int reset(int cluster) noexcept;
int read_neighbour_list(int cluster) noexcept;
int get_neighbour_list(int cluster, int ipipe, int maxlen, int* n, int list[]) noexcept;
int open_special(int ngpu, const int list[], int nmax) noexcept;

}  // namespace tycho::g6
