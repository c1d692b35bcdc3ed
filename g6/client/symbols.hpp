// The functions of a GRAPE-6 library that a client calls: this project's own, or those of a shared
// library by others, loaded when it is asked for.
#pragma once

#include <string>

namespace tycho::g6::client {

struct Symbols {
  int (*open)(int* cluster);
  int (*close)(int* cluster);
  int (*npipes)();
  int (*set_ti)(int* cluster, double* ti);
  int (*set_j_particle)(int* cluster, int* address, int* index, double* tj, double* dtj,
                        double* mass, double a2by18[3], double a1by6[3], double aby2[3],
                        double v[3], double x[3]);
  void (*firsthalf)(int* cluster, int* nj, int* ni, int index[], double xi[][3], double vi[][3],
                    double aold[][3], double jold[][3], double phiold[], double* eps2, double h2[]);
  int (*lasthalf2)(int* cluster, int* nj, int* ni, int index[], double xi[][3], double vi[][3],
                   double* eps2, double h2[], double acc[][3], double jerk[][3], double pot[],
                   int nnbindex[]);
  /// Whether every function returns a code of tycho_g6.h. In other libraries only the last half
  /// does: some of their functions return nothing.
  bool codes = false;
};

const Symbols& own_symbols();

/// Throws UsageError where the file is no shared library or lacks a symbol, naming it.
const Symbols& symbols_of(const std::string& file);

}  // namespace tycho::g6::client
