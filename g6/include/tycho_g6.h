/* tycho_g6: the GRAPE-6 library interface over a GPU, or over all cores where there is none.
 *
 * Every function exists in two forms. The Fortran form ends in an underscore and takes scalars by
 * address; the C form has no underscore and takes them by value. The names of belleman2007's
 * appendix (GPU_open, GPUcalc_firsthalf, ...) follow the same rule. docs/g6.md says what each one
 * means, which environment variables there are and what the error codes stand for. */
#ifndef TYCHO_G6_H
#define TYCHO_G6_H

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* The codes that functions return: 0 is success, below 0 an error. Above 0 is only the overflow of
 * a neighbour list. */
enum {
  TYCHO_G6_OK = 0,
  TYCHO_G6_OVERFLOW = 1,       /* a neighbour list is longer than there is room for */
  TYCHO_G6_NOT_OPEN = -1,      /* neither the cluster nor any other is open */
  TYCHO_G6_NO_DEVICE = -2,     /* the engine asked for cannot run on this machine */
  TYCHO_G6_NO_MEMORY = -3,     /* the particles do not fit */
  TYCHO_G6_BAD_ADDRESS = -4,   /* a slot below 0 or beyond any sane size */
  TYCHO_G6_BAD_ORDER = -5,     /* results before there are any, or slots never set */
  TYCHO_G6_NOT_FINITE = -6,    /* NaN, infinite, or an eps2 below 0 */
  TYCHO_G6_BAD_ARGUMENT = -7,  /* a count or a pointer that cannot be */
  TYCHO_G6_ENGINE_FAILED = -8  /* the engine stopped working */
};

/* Fortran form. */
int g6_open_(int *cluster);
int g6_close_(int *cluster);
int g6_npipes_(void);
int g6_set_tunit_(int *unit);
int g6_set_xunit_(int *unit);
int g6_set_ti_(int *cluster, double *ti);
int g6_set_j_particle_(int *cluster, int *address, int *index, double *tj, double *dtj,
                       double *mass, double a2by18[3], double a1by6[3], double aby2[3],
                       double v[3], double x[3]);
void g6calc_firsthalf_(int *cluster, int *nj, int *ni, int index[], double xi[][3],
                       double vi[][3], double aold[][3], double jold[][3], double phiold[],
                       double *eps2, double h2[]);
int g6calc_lasthalf_(int *cluster, int *nj, int *ni, int index[], double xi[][3], double vi[][3],
                     double *eps2, double h2[], double acc[][3], double jerk[][3], double pot[]);
int g6calc_lasthalf2_(int *cluster, int *nj, int *ni, int index[], double xi[][3], double vi[][3],
                      double *eps2, double h2[], double acc[][3], double jerk[][3], double pot[],
                      int nnbindex[]);
int g6_initialize_jp_buffer_(int *cluster, int *size);
int g6_flush_jp_buffer_(int *cluster);
int g6_reset_(int *cluster);
int g6_reset_fofpga_(int *cluster);
int g6_read_neighbour_list_(int *cluster);
int g6_get_neighbour_list_(int *cluster, int *ipipe, int *maxlen, int *n, int list[]);
void g6_set_neighbour_list_sort_mode_(int *mode);
int g6_get_neighbour_list_sort_mode_(void);
int g6_set_overflow_flag_test_mode_(int *a, int *b, int *c);
int g6_reinitialize_(int *cluster);
int g6_open_special_(int *ngpu, int *list);
int g6_open_special2_(int *ngpu, int *list, int *nmax);

/* C form. */
int g6_open(int cluster);
int g6_close(int cluster);
int g6_npipes(void);
int g6_set_tunit(int unit);
int g6_set_xunit(int unit);
int g6_set_ti(int cluster, double ti);
int g6_set_j_particle(int cluster, int address, int index, double tj, double dtj, double mass,
                      double a2by18[3], double a1by6[3], double aby2[3], double v[3],
                      double x[3]);
void g6calc_firsthalf(int cluster, int nj, int ni, int index[], double xi[][3], double vi[][3],
                      double aold[][3], double jold[][3], double phiold[], double eps2,
                      double h2[]);
int g6calc_lasthalf(int cluster, int nj, int ni, int index[], double xi[][3], double vi[][3],
                    double eps2, double h2[], double acc[][3], double jerk[][3], double pot[]);
int g6calc_lasthalf2(int cluster, int nj, int ni, int index[], double xi[][3], double vi[][3],
                     double eps2, double h2[], double acc[][3], double jerk[][3], double pot[],
                     int nnbindex[]);
int g6_initialize_jp_buffer(int cluster, int size);
int g6_flush_jp_buffer(int cluster);
int g6_reset(int cluster);
int g6_reset_fofpga(int cluster);
int g6_read_neighbour_list(int cluster);
int g6_get_neighbour_list(int cluster, int ipipe, int maxlen, int *n, int list[]);
void g6_set_neighbour_list_sort_mode(int mode);
int g6_get_neighbour_list_sort_mode(void);
int g6_set_overflow_flag_test_mode(int a, int b, int c);
int g6_reinitialize(int cluster);
int g6_open_special(int ngpu, int *list);
int g6_open_special2(int ngpu, int *list, int nmax);

/* belleman2007, appendix A. */
int GPU_open(int cluster);
int GPU_close(int cluster);
int GPU_npipes(void);
int GPU_set_j_particle(int cluster, int address, int index, double tj, double dtj, double mass,
                       double a2by18[3], double a1by6[3], double aby2[3], double v[3],
                       double x[3]);
int GPU_set_ti(int cluster, double ti);
void GPUcalc_firsthalf(int cluster, int nj, int ni, int index[], double xi[][3], double vi[][3],
                       double aold[][3], double jold[][3], double phiold[], double eps2,
                       double h2[]);
int GPUcalc_lasthalf(int cluster, int nj, int ni, int index[], double xi[][3], double vi[][3],
                     double eps2, double h2[], double acc[][3], double jerk[][3], double pot[]);

int GPU_open_(int *cluster);
int GPU_close_(int *cluster);
int GPU_npipes_(void);
int GPU_set_j_particle_(int *cluster, int *address, int *index, double *tj, double *dtj,
                        double *mass, double a2by18[3], double a1by6[3], double aby2[3],
                        double v[3], double x[3]);
int GPU_set_ti_(int *cluster, double *ti);
void GPUcalc_firsthalf_(int *cluster, int *nj, int *ni, int index[], double xi[][3],
                        double vi[][3], double aold[][3], double jold[][3], double phiold[],
                        double *eps2, double h2[]);
int GPUcalc_lasthalf_(int *cluster, int *nj, int *ni, int index[], double xi[][3], double vi[][3],
                      double *eps2, double h2[], double acc[][3], double jerk[][3], double pot[]);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
