// What a client hands over: in its own memory, and not looked at yet.
#pragma once

namespace tycho::g6 {

/// The arguments of g6_set_j_particle_ but for the address.
struct Sent {
  int index;
  double t, mass;
  const double *a2by18, *a1by6, *aby2, *v, *x;
};

/// The arrays of g6calc_firsthalf_. h2 may be null.
struct Block {
  const int* index;
  const double (*x)[3];
  const double (*v)[3];
  const double* h2;
};

/// The arrays of g6calc_lasthalf2_; each may be null, and two may be one.
struct Results {
  double (*acc)[3];
  double (*jerk)[3];
  double* pot;
  int* neighbour;
};

}  // namespace tycho::g6
