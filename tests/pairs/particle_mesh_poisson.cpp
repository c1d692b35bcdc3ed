// The Poisson solvers on their own: every side, transform and smoother.
#include <numbers>

#include "tests/pairs/mesh_variants.hpp"

namespace tycho {
namespace {

constexpr double kPi = std::numbers::pi;

using Field = std::vector<double>;

template <typename Function>
Field on_cells(int n, Function f) {
  Field values;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) values.push_back(f((i + 0.5) / n, (j + 0.5) / n, (k + 0.5) / n));
  return values;
}

Field random_field(int n) {
  const Random random(11);
  Field values(std::size_t(n) * n * n);
  for (std::size_t c = 0; c < values.size(); ++c) values[c] = random.uniform(c, 0.0, 3.0);
  return values;
}

double largest(const Field& values) {
  double most = 0;
  for (const double v : values) most = std::max(most, std::abs(v));
  return most;
}

double largest_difference(const Field& a, const Field& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (std::size_t c = 0; c < a.size(); ++c) most = std::max(most, std::abs(a[c] - b[c]));
  return most;
}

/// The discrete equation (5) in double: L phi / dx^2 - 4 pi G (rho - mean), in units of 4 pi G.
Field discrete_residual(const Field& phi, const Field& rho, int n) {
  double mean = 0;
  for (const double r : rho) mean += r / static_cast<double>(rho.size());
  Field out;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const auto at = [&](int a, int b, int c) {
          return phi[flat_cell(wrap_cell(i + a, n), wrap_cell(j + b, n), wrap_cell(k + c, n), n)];
        };
        const double sum = at(-1, 0, 0) + at(1, 0, 0) + at(0, -1, 0) + at(0, 1, 0) + at(0, 0, -1) +
                           at(0, 0, 1) - 6 * at(0, 0, 0);
        out.push_back(sum * n * n / (4 * kPi) - (rho[flat_cell(i, j, k, n)] - mean));
      }
  return out;
}

double rms(const Field& values) {
  double sum = 0;
  for (const double v : values) sum += v * v;
  return std::sqrt(sum / static_cast<double>(values.size()));
}

Words fft(const char* transform) { return {{"poisson", "fft"}, {"transform", transform}}; }
Words multigrid(const char* smoother) { return {{"poisson", "multigrid"}, {"smoother", smoother}}; }
Words best(Words words) {
  words["loop"] = "best";
  return words;
}

/// And multigrid on the GPU by the paper's kernels.
std::vector<Way> and_as_published(std::vector<Way> ways) {
  for (const char* precision : {"fp64", "fp32"})
    for (const char* smoother : {"red_black", "sor"}) {
      Words words = multigrid(smoother);
      words.insert({{"kernel", "paper"}, {"precision", precision}});
      ways.push_back(on(Backend::kCuda, words));
    }
  return ways;
}

const auto kPeriodicSolvers = and_as_published(everywhere(
    {fft("r2c"), fft("c2c"), multigrid("red_black"), multigrid("jacobi"), multigrid("sor")}));

class MeshPoisson : public MeshTest {
 protected:
  /// Multigrid cycles until it can get no better in its precision.
  static Numbers to_the_end(int grid) {
    const bool single = GetParam().single();
    return {{"grid", double(grid)}, {"cycles", 60}, {"tolerance", single ? 3e-5 : 1e-11}};
  }
};

TEST_P(MeshPoisson, GivesAPlaneWaveToSecondOrder) {
  const auto wave = [](double x, double y, double z) {
    return std::cos(2 * kPi * (x + 2 * y - z) + 0.4);
  };
  double before = 0;
  for (const int n : {16, 32, 64}) {
    const Field rho = on_cells(n, wave);
    const Field phi = make(to_the_end(n))->solve(rho);
    const double per_wave = -4 * kPi / (4 * kPi * kPi * 6);  // 4 pi G / -k^2
    Field exact = rho;
    for (double& v : exact) v *= per_wave;
    const double error = largest_difference(phi, exact) / std::abs(per_wave);
    if (before > 0) {
      EXPECT_NEAR(before / error, 4, 0.5) << "n = " << n;
    }
    before = error;
  }
  EXPECT_LT(before, 0.02);
}

TEST_P(MeshPoisson, SatisfiesTheDiscreteEquation) {
  for (const int n : {8, 32}) {
    const Field rho = random_field(n);
    const Field phi = make(to_the_end(n))->solve(rho);
    const bool transformed = GetParam().words.at("poisson") == "fft";
    // A transform rounds the potential by eps, and the equation multiplies that by n^2.
    const double limit = transformed ? epsilon() * n * n * largest(rho)
                                     : (GetParam().single() ? 1e-4 : 1e-10) * largest(rho);
    EXPECT_LE(largest(discrete_residual(phi, rho, n)), limit) << "n = " << n;
  }
}

TEST_P(MeshPoisson, LeavesNoMean) {
  const int n = 16;
  const Field phi = make(to_the_end(n))->solve(random_field(n));
  double sum = 0;
  for (const double v : phi) sum += v;
  EXPECT_LE(std::abs(sum) / static_cast<double>(phi.size()), 16 * epsilon() * largest(phi));
}

TEST_P(MeshPoisson, AgreesWithTheReference) {
  const int n = 32;
  const Field rho = random_field(n);
  const auto settings = to_the_end(n);
  const Field phi = make(settings)->solve(rho), expected = make_reference(settings)->solve(rho);
  EXPECT_LE(largest_difference(phi, expected), (GetParam().single() ? 2e-5 : 1e-9) * largest(phi));
}

INSTANTIATE_TEST_SUITE_P(Solvers, MeshPoisson, ::testing::ValuesIn(kPeriodicSolvers), test_name);

class MeshMultigrid : public MeshTest {};

TEST_P(MeshMultigrid, ConvergesByAtMostSixPercentACycle) {
  const auto factors = [&](Numbers numbers) {
    const int n = static_cast<int>(numbers["grid"]);
    const Field rho = random_field(n);
    double before = 0;
    for (int cycles = 1; cycles <= 4; ++cycles) {
      numbers["cycles"] = cycles;
      const double left = rms(discrete_residual(make(numbers)->solve(rho), rho, n));
      if (cycles > 1) {
        EXPECT_LE(left / before, 0.06) << "n = " << n << ", cycle " << cycles;
      }
      before = left;
    }
  };
  for (const double n : {4, 8, 16, 32, 64, 128}) factors({{"grid", n}});
  factors({{"grid", 128}, {"levels", 5}});  // as published
  factors({{"grid", 24}, {"levels", 2}});   // a side that is no power of two
}

TEST_P(MeshMultigrid, StopsAtATolerance) {
  const auto mesh = make({{"grid", 32}, {"cycles", 50}, {"tolerance", 1e-6}});
  mesh->solve(random_field(32));
  EXPECT_LE(mesh->counters().at("relative_residual"), 1e-6);
  EXPECT_GE(mesh->counters().at("cycles"), 2);
  EXPECT_LE(mesh->counters().at("cycles"), 6);
  // Of many tolerances some are just below what a cycle leaves.
  for (double tolerance = 1e-3; tolerance > 1e-6; tolerance /= 1.5) {
    const auto small = make({{"grid", 16}, {"cycles", 50}, {"tolerance", tolerance}});
    small->solve(random_field(16));
    EXPECT_LE(small->counters().at("relative_residual"), tolerance);
  }
}

TEST_P(MeshMultigrid, SolvesWithWallsToSecondOrder) {
  const auto shape = [](double x, double y, double z) {
    return std::sin(kPi * x) * std::sin(2 * kPi * y) * std::sin(3 * kPi * z);
  };
  double before = 0;
  for (const int n : {16, 32, 64}) {
    const Field exact = on_cells(n, shape);
    Field rho = exact;
    for (double& v : rho) v *= -14 * kPi * kPi / (4 * kPi);
    const Field phi = make({{"grid", double(n)}, {"cycles", 40}, {"tolerance", 1e-9}},
                           {{"boundary", "dirichlet"}})
                          ->solve(rho);
    const double error = largest_difference(phi, exact);
    if (before > 0) {
      EXPECT_NEAR(before / error, 4, 0.5) << "n = " << n;
    }
    before = error;
  }
}

class MeshSweeps : public MeshTest {};

// Sweep by sweep, so that no later one can mend what an earlier one did wrong; at sides that fill
// the tiles of the fine meshes and that do not.
TEST_P(MeshSweeps, AreThoseOfTheReference) {
  struct Work {
    int grid, levels, pre, post, cycles;
  };
  for (const Work& work : {Work{32, 0, 1, 0, 1}, Work{32, 0, 2, 3, 1}, Work{24, 2, 5, 5, 2},
                           Work{72, 1, 3, 2, 1}, Work{128, 3, 3, 0, 1}, Work{12, 1, 4, 4, 2}}) {
    const Field rho = random_field(work.grid);
    const Numbers numbers{{"grid", double(work.grid)},
                          {"levels", double(work.levels)},
                          {"pre", double(work.pre)},
                          {"post", double(work.post)},
                          {"cycles", double(work.cycles)}};
    for (const char* boundary : {"periodic", "dirichlet"}) {
      const Words words{{"boundary", boundary}};
      const Field phi = make(numbers, words)->solve(rho);
      const Field expected = make_reference(numbers, words)->solve(rho);
      EXPECT_LE(largest_difference(phi, expected), 64 * epsilon() * largest(expected))
          << boundary << " at " << work.grid << ", " << work.pre << " and " << work.post
          << " sweeps, " << work.cycles << " cycles";
    }
  }
}

TEST_P(MeshSweeps, RelaxByTheFactorThatIsGiven) {
  const Field rho = random_field(32);
  const Numbers one_sweep{{"grid", 32}, {"pre", 1}, {"post", 0}, {"cycles", 1}};
  Numbers damped = one_sweep;
  damped["omega"] = 0.7;
  const Field phi = make(damped)->solve(rho), expected = make_reference(damped)->solve(rho);
  EXPECT_LE(largest_difference(phi, expected), 64 * epsilon() * largest(expected));
  EXPECT_GT(largest_difference(phi, make(one_sweep)->solve(rho)), 0.01 * largest(expected));
}

INSTANTIATE_TEST_SUITE_P(Smoothers, MeshSweeps,
                         ::testing::ValuesIn(and_as_published(everywhere(
                             {multigrid("red_black"), multigrid("jacobi"), multigrid("sor")}))),
                         test_name);

INSTANTIATE_TEST_SUITE_P(Sides, MeshMultigrid,
                         ::testing::Values(on(Backend::kCpu, multigrid("red_black")),
                                           on(Backend::kCpu, multigrid("red_black"), 2),
                                           on(Backend::kCpu, best(multigrid("red_black")), 2),
                                           on(Backend::kCuda, multigrid("red_black"))),
                         test_name);

class MeshIsolated : public MeshTest {};

// A sphere of density (1 - r^2/R^2)^2, smooth at its edge, whose potential is known everywhere.
constexpr double kRadius = 0.22;
const Vec3<double> kMiddle{0.47, 0.52, 0.49};

double sphere_density(double r) {
  const double s = 1 - r * r / (kRadius * kRadius);
  return r < kRadius ? s * s : 0;
}

double sphere_potential(double r) {
  const double inside = std::min(r, kRadius), x = inside / kRadius;
  const double enclosed =
      4 * kPi * std::pow(inside, 3) * (1.0 / 3 - 2 * x * x / 5 + std::pow(x, 4) / 7);
  const double shells = 4 * kPi * kRadius * kRadius / 6 * std::pow(1 - x * x, 3);
  return -enclosed / r - shells;
}

template <typename Function>
Field around_the_middle(int n, Function of_radius) {
  return on_cells(n, [&](double x, double y, double z) {
    const Vec3<double> d = Vec3<double>{x, y, z} - kMiddle;
    return of_radius(std::sqrt(dot(d, d)));
  });
}

TEST_P(MeshIsolated, GivesASmoothSphereItsOwnPotential) {
  double before = 0;
  for (const int n : {16, 32, 64}) {
    const Field phi = make({{"grid", double(n)}})->solve(around_the_middle(n, sphere_density));
    const Field exact = around_the_middle(n, sphere_potential);
    const double error = largest_difference(phi, exact) / largest(exact);
    if (before > 0) {
      EXPECT_GT(before / error, 3) << "n = " << n;
    }
    before = error;
  }
  EXPECT_LT(before, 2e-3);
}

INSTANTIATE_TEST_SUITE_P(Sides, MeshIsolated,
                         ::testing::ValuesIn(everywhere({{{"boundary", "isolated"}}})), test_name);

}  // namespace
}  // namespace tycho
