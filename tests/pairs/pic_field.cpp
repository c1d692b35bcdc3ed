// From charge to field: every mode against a sum written out here.
#include <complex>
#include <numbers>

#include "tests/pairs/pic_variants.hpp"

namespace tycho {
namespace {

using std::numbers::pi;

class PicField : public PicTest {
 protected:
  struct Fields {
    std::vector<double> ex, ey, potential;
  };

  /// sum over k of exp(-k^2 a^2) / k^2 rho_k exp(i k x), and -i k times that: by definition.
  static Fields expected(const std::vector<double>& charge, double size) {
    using Complex = std::complex<double>;
    const auto turned = [](double turns) { return std::polar(1.0, 2 * pi * turns); };
    Fields fields;
    for (auto* values : {&fields.ex, &fields.ey, &fields.potential}) values->resize(charge.size());
    for (int my = -kNy / 2 + 1; my < kNy / 2; ++my)
      for (int mx = -kNx / 2 + 1; mx < kNx / 2; ++mx) {
        if (mx == 0 && my == 0) continue;
        const double kx = 2 * pi * mx / kNx, ky = 2 * pi * my / kNy, kk = kx * kx + ky * ky;
        const auto wave = [&](int i, int j) {
          return turned(double(mx * i) / kNx + double(my * j) / kNy);
        };
        Complex mode = 0;
        for (int j = 0; j < kNy; ++j)
          for (int i = 0; i < kNx; ++i) mode += charge[i + kNx * j] * std::conj(wave(i, j));
        mode *= std::exp(-kk * size * size) / kk / (kNx * kNy);
        for (int j = 0; j < kNy; ++j)
          for (int i = 0; i < kNx; ++i) {
            const Complex value = mode * wave(i, j);
            fields.potential[i + kNx * j] += value.real();
            fields.ex[i + kNx * j] += kx * value.imag();
            fields.ey[i + kNx * j] += ky * value.imag();
          }
      }
    return fields;
  }

  static void expect_near(const std::vector<double>& a, const std::vector<double>& b, double limit,
                          const char* what) {
    ASSERT_EQ(a.size(), b.size()) << what;
    for (std::size_t c = 0; c < a.size(); ++c) ASSERT_NEAR(a[c], b[c], limit) << what << " " << c;
  }
};

TEST_P(PicField, IsTheSumOverAllModes) {
  for (const double size : {0.0, 0.9}) {
    const auto pic = make({{"particle_size", size}});
    pic->load(random_particles(997));
    const auto charge = pic->field("charge_density");
    const Fields wanted = expected(charge, size);
    // A transform of n points errs by eps log2 n of the root mean square of its input; the solver
    // multiplies that by at most 1/k of the longest wave for the field, its square for the
    // potential.
    double squares = 0;
    for (const double rho : charge) squares += rho * rho;
    const double wave = kNy / (2 * pi);
    const double limit = 2 * epsilon() * 9 * std::sqrt(squares / (kNx * kNy)) * wave;
    expect_near(pic->field("ex"), wanted.ex, limit, "ex");
    expect_near(pic->field("ey"), wanted.ey, limit, "ey");
    expect_near(pic->field("potential"), wanted.potential, limit * wave, "potential");
    // Asking for the potential must leave the field as it was.
    expect_near(pic->field("ex"), wanted.ex, limit, "ex, again");
  }
}

TEST_P(PicField, IsNothingWhereThePlasmaIsUniform) {
  Particles p = electrons(2 * kNx * kNy);
  for (std::size_t i = 0; i < p.size(); ++i)
    p.set_position(i, {i % (2 * kNx) * 0.5 + 0.25, i / (2 * kNx) + 0.125, 0});
  const auto pic = make();
  pic->load(p);
  for (const char* name : {"ex", "ey"})
    for (const double e : pic->field(name)) ASSERT_LE(std::abs(e), 40 * epsilon() * kNy) << name;
}

TEST_P(PicField, PushesAParticleAsTheGridSays) {
  const auto pic = make();
  pic->load(random_particles(1501));
  const Particles p = stored(*pic);
  const auto ex = pic->field("ex"), ey = pic->field("ey"), phi = pic->field("potential");
  const auto energy = pic->field("particle_potential");
  ASSERT_EQ(energy.size(), p.size());
  double most = 0, deepest = 0;
  for (std::size_t c = 0; c < ex.size(); ++c) {
    most = std::max({most, std::abs(ex[c]), std::abs(ey[c])});
    deepest = std::max(deepest, std::abs(phi[c]));
  }
  for (std::size_t k = 0; k < p.size(); ++k) {
    const int i = static_cast<int>(p.x[k]), j = static_cast<int>(p.y[k]);
    const double dx = p.x[k] - i, dy = p.y[k] - j;
    const auto at = [&](const std::vector<double>& f) {
      const int right = (i + 1) % kNx, up = (j + 1) % kNy;
      return (1 - dx) * (1 - dy) * f[i + kNx * j] + dx * (1 - dy) * f[right + kNx * j] +
             (1 - dx) * dy * f[i + kNx * up] + dx * dy * f[right + kNx * up];
    };
    ASSERT_NEAR(p.ax[k], -at(ex), 8 * epsilon() * most) << k;
    ASSERT_NEAR(p.ay[k], -at(ey), 8 * epsilon() * most) << k;
    ASSERT_NEAR(energy[k], -at(phi), 8 * epsilon() * deepest) << k;
    ASSERT_EQ(p.az[k], 0);
  }
}

TEST_P(PicField, PushesNothingAsAWhole) {
  const auto pic = make();
  pic->load(random_particles(3001));
  const Particles p = stored(*pic);
  for (const auto* axis : {&p.ax, &p.ay}) {
    double sum = 0, size = 0;
    for (const double a : *axis) {
      sum += a;
      size += std::abs(a);
    }
    // The sum over the particles is one over the points, of charge times field, whose modes cancel
    // in pairs: what is left is the rounding of the charge, whose mean is many times its variation.
    EXPECT_LE(std::abs(sum), 64 * epsilon() * size);
  }
}

TEST_P(PicField, OfALoneParticleOnItselfIsNothing) {
  for (const auto& [x, y] : {std::pair{5.0, 7.0}, {3.25, 8.75}, {0.0, 31.9375}}) {
    Particles p = electrons(1);
    p.set_position(0, {x, y, 0});
    const auto pic = make();
    pic->load(p);
    const Particles out = stored(*pic);
    // Its charge is nx ny; what is left of the field next to it, of that size, is rounding.
    EXPECT_LE(std::abs(out.ax[0]), 16 * epsilon() * kNx * kNy);
    EXPECT_LE(std::abs(out.ay[0]), 16 * epsilon() * kNx * kNy);
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, PicField, ::testing::ValuesIn(pic_ways()), test_name);

}  // namespace
}  // namespace tycho
