// A client of the library that speaks only through its symbols, and what the interface says must
// come of it: G6's formulas written out once more, in double, over all pairs.
#pragma once

#include <gtest/gtest.h>
#include <tycho_g6.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "core/philox.hpp"
#include "core/vec3.hpp"

namespace tycho {

struct Body {
  int index = 0;
  double t = 0, mass = 0;
  std::array<double, 3> x{}, v{}, aby2{}, a1by6{}, a2by18{};
};

struct Point {
  int index = -1;
  std::array<double, 3> x{}, v{};
  double h2 = 0;
};

struct Pulled {
  std::array<double, 3> acc{}, jerk{};
  double pot = 0;
  int nearest = -1;
};

using Array3 = double (*)[3];
inline Array3 rows(std::vector<std::array<double, 3>>& values) {
  return reinterpret_cast<Array3>(values.data());
}

/// The motion of a body at a time, as docs/g6.md writes it.
inline void predict(const Body& b, double ti, std::array<double, 3>& x, std::array<double, 3>& v) {
  const double d = ti - b.t;
  for (int k = 0; k < 3; ++k) {
    x[k] = b.x[k] + d * (b.v[k] + d * (b.aby2[k] + d * (b.a1by6[k] + d * 0.75 * b.a2by18[k])));
    v[k] = b.v[k] + d * (2 * b.aby2[k] + d * (3 * b.a1by6[k] + d * 3 * b.a2by18[k]));
  }
}

inline double distance_sq(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += (b[k] - a[k]) * (b[k] - a[k]);
  return sum;
}

/// What bodies 0 .. nj - 1 do to a point at a time.
inline Pulled expected(const std::vector<Body>& bodies, std::size_t nj, double ti, const Point& at,
                       double eps2) {
  Pulled sum;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < nj; ++j) {
    if (at.index != -1 && bodies[j].index == at.index) continue;
    std::array<double, 3> x, v;
    predict(bodies[j], ti, x, v);
    const double r2 = distance_sq(at.x, x);
    if (r2 < nearest) {
      nearest = r2;
      sum.nearest = bodies[j].index;
    }
    const double d2 = r2 + eps2, d = std::sqrt(d2), m = bodies[j].mass;
    if (d2 == 0) continue;
    double rv = 0;
    for (int k = 0; k < 3; ++k) rv += (x[k] - at.x[k]) * (v[k] - at.v[k]);
    for (int k = 0; k < 3; ++k) {
      const double r = x[k] - at.x[k], u = v[k] - at.v[k];
      sum.acc[k] += m * r / (d2 * d);
      sum.jerk[k] += m * (u / (d2 * d) - 3 * rv * r / (d2 * d2 * d));
    }
    sum.pot -= m / d;
  }
  return sum;
}

/// One way to run the library.
struct EngineWay {
  std::string name, engine, precision;
  double relative;  // error of a force: a few roundings of the pair terms, summed
  friend std::ostream& operator<<(std::ostream& out, const EngineWay& way) {
    return out << way.name;
  }
};

// fp64: sums of up to a few hundred terms of one rounding each. ds: exact differences, pair terms
// of some ten single-precision roundings (6e-8 each). fp32: positions rounded too, which a distance
// of a hundredth of the coordinates makes a hundred times larger.
inline std::vector<EngineWay> engine_ways() {
  return {{"cpu", "cpu", "fp64", 1e-12},
          {"cuda_fp64", "cuda", "fp64", 1e-12},
          {"cuda_ds", "cuda", "ds", 3e-6},
          {"cuda_fp32", "cuda", "fp32", 3e-4}};
}

inline std::string way_name(const testing::TestParamInfo<EngineWay>& info) {
  return info.param.name;
}

/// Sets a variable of the environment for a while.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) {
      had_ = true;
      old_ = old;
    }
    setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (had_)
      setenv(name_, old_.c_str(), 1);
    else
      unsetenv(name_);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  bool had_ = false;
  std::string old_;
};

/// A cluster of its own, opened and closed, spoken to in the Fortran form.
class Grape {
 public:
  explicit Grape(int cluster) : cluster_(cluster), code_(g6_open_(&cluster_)) {}
  /// One that is spoken to without having been opened.
  static Grape unopened(int cluster) { return Grape(cluster, TYCHO_G6_OK); }
  ~Grape() {
    if (code_ == TYCHO_G6_OK) g6_close_(&cluster_);
  }
  Grape(const Grape&) = delete;
  Grape& operator=(const Grape&) = delete;

  int* id() { return &cluster_; }
  int opened() const { return code_; }

  int send(int address, Body b) {
    double dt = 0.125;
    return g6_set_j_particle_(&cluster_, &address, &b.index, &b.t, &dt, &b.mass, b.a2by18.data(),
                              b.a1by6.data(), b.aby2.data(), b.v.data(), b.x.data());
  }
  void send(const std::vector<Body>& bodies) {
    for (std::size_t j = 0; j < bodies.size(); ++j)
      ASSERT_EQ(send(static_cast<int>(j), bodies[j]), TYCHO_G6_OK);
  }
  int time(double ti) { return g6_set_ti_(&cluster_, &ti); }

  void first(int nj, const std::vector<Point>& points, double eps2) {
    const std::size_t n = points.size();
    int ni = static_cast<int>(n);
    std::vector<int> index(n);
    std::vector<std::array<double, 3>> x(n), v(n), zero(n);
    std::vector<double> phi(n), h2(n);
    for (std::size_t i = 0; i < n; ++i) {
      index[i] = points[i].index;
      x[i] = points[i].x;
      v[i] = points[i].v;
      h2[i] = points[i].h2;
    }
    g6calc_firsthalf_(&cluster_, &nj, &ni, index.data(), rows(x), rows(v), rows(zero), rows(zero),
                      phi.data(), &eps2, h2.data());
    // What the call was given is gone by the time of lasthalf.
    for (auto& row : x) row.fill(std::numeric_limits<double>::quiet_NaN());
  }
  int last(int nj, int ni, std::vector<Pulled>& results) {
    std::vector<int> index(ni), nearest(ni, -77);
    const std::array<double, 3> poison{NAN, NAN, NAN};
    std::vector<std::array<double, 3>> x(ni), v(ni), acc(ni, poison), jerk(ni, poison);
    std::vector<double> h2(ni), pot(ni, NAN);
    double eps2 = 0;
    const int code =
        g6calc_lasthalf2_(&cluster_, &nj, &ni, index.data(), rows(x), rows(v), &eps2, h2.data(),
                          rows(acc), rows(jerk), pot.data(), nearest.data());
    results.resize(ni);
    for (int i = 0; i < ni; ++i) results[i] = {acc[i], jerk[i], pot[i], nearest[i]};
    return code;
  }
  std::vector<Pulled> pull(int nj, const std::vector<Point>& points, double eps2) {
    first(nj, points, eps2);
    std::vector<Pulled> results;
    EXPECT_EQ(last(nj, static_cast<int>(points.size()), results), TYCHO_G6_OK);
    return results;
  }

 private:
  Grape(int cluster, int code) : cluster_(cluster), code_(code) {}

  int cluster_;
  int code_;
};

/// Bodies of unequal mass, each with its own time and derivatives, and indices that are neither
/// addresses nor positive nor in order.
inline std::vector<Body> some_bodies(int n, std::uint64_t seed = 5) {
  const Random random(seed);
  std::vector<Body> bodies(n);
  for (int j = 0; j < n; ++j) {
    Body& b = bodies[j];
    b.index = 7 * (n - j) - 301;
    b.mass = random.uniform(j, 0.1, 1.9, 20) / n;
    b.t = 0.125 * (j % 5);
    for (int k = 0; k < 3; ++k) {
      b.x[k] = random.uniform(j, -1 - k, 1, k);
      b.v[k] = random.uniform(j, -0.5, 0.7, 3 + k);
      b.aby2[k] = random.uniform(j, -0.3, 0.2, 6 + k);
      b.a1by6[k] = random.uniform(j, -0.2, 0.2, 9 + k);
      b.a2by18[k] = random.uniform(j, -0.1, 0.2, 12 + k);
    }
  }
  return bodies;
}

/// Points at the predicted places of bodies, and field points beside them.
inline std::vector<Point> points_of(const std::vector<Body>& bodies, int n, double ti) {
  std::vector<Point> points(n);
  for (int i = 0; i < n; ++i) {
    const Body& b = bodies[(3 * i) % bodies.size()];
    points[i].index = b.index;
    predict(b, ti, points[i].x, points[i].v);
    if (i % 4 == 3) {
      points[i].index = -1;
      points[i].x[0] += 0.4;
    }
  }
  return points;
}

inline double size_of(const std::array<double, 3>& v) {
  return std::sqrt(distance_sq(v, {0, 0, 0}));
}

/// Within `relative` of the sizes; nearest neighbours the same. Speeds and distances being about 1,
/// the terms of a jerk are as large as those of the force, and may cancel altogether.
inline void expect_same(const Pulled& got, const Pulled& want, double relative) {
  EXPECT_LE(std::sqrt(distance_sq(got.acc, want.acc)), relative * size_of(want.acc));
  EXPECT_LE(std::sqrt(distance_sq(got.jerk, want.jerk)),
            10 * relative * (size_of(want.jerk) + size_of(want.acc)));
  EXPECT_LE(std::abs(got.pot - want.pot), relative * std::abs(want.pot));
  EXPECT_EQ(got.nearest, want.nearest);
}

/// Tests run once for each engine, in a cluster that no other test has used.
class G6 : public testing::TestWithParam<EngineWay> {
 protected:
  G6()
      : engine_("TYCHO_G6_ENGINE", GetParam().engine),
        precision_("TYCHO_G6_PRECISION", GetParam().precision) {}
  void SetUp() override {
    Grape probe(fresh());
    if (probe.opened() == TYCHO_G6_NO_DEVICE) GTEST_SKIP() << "no CUDA device";
    ASSERT_EQ(probe.opened(), TYCHO_G6_OK);
  }
  static int fresh() {
    static int next = 1000;
    return next++;
  }
  static double relative() { return GetParam().relative; }

 private:
  Variable engine_, precision_;
  Variable quiet_{"TYCHO_G6_QUIET", "1"};
};

}  // namespace tycho
