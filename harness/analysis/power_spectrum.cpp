#include "harness/analysis/power_spectrum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/available_threads.hpp"
#include "core/formulas/cloud_weights.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/parallel_for.hpp"
#include "harness/analysis/fourier.hpp"

namespace tycho::analysis {

namespace {

/// Every thread adds to planes of its own, in the order of the particles: the sums are the same
/// bits whatever the number of threads.
void deposit(const Particles& p, double box, FourierMesh& mesh) {
  const int n = mesh.side(), threads = std::min(available_threads(), n);
  const auto weights = [&](double x) { return axis_weights<Cloud::kCic>(wrap_unit(x / box), n); };
  parallel_for(static_cast<std::size_t>(threads), threads, [&](std::ptrdiff_t part) {
    const int low = static_cast<int>(part * n / threads);
    const int high = static_cast<int>((part + 1) * n / threads);
    const auto own = [&](int plane) { return plane >= low && plane < high; };
    for (std::size_t i = 0; i < p.size(); ++i) {
      const auto wz = weights(p.z[i]);
      const std::array planes{wrap_cell(wz.first, n), wrap_cell(wz.first + 1, n)};
      if (!own(planes[0]) && !own(planes[1])) continue;
      const auto wx = weights(p.x[i]), wy = weights(p.y[i]);
      for (int c = 0; c < 2; ++c) {
        if (!own(planes[c])) continue;
        for (int b = 0; b < 2; ++b)
          for (int a = 0; a < 2; ++a)
            mesh.value(wrap_cell(wx.first + a, n), wrap_cell(wy.first + b, n), planes[c]) +=
                p.mass[i] * wx.weight[a] * wy.weight[b] * wz.weight[c];
      }
    }
  });
}

// What a cloud in cell leaves of a wave along one axis: sinc^2(pi m / n).
std::vector<double> windows(int most, int n) {
  std::vector<double> out{1};
  for (int m = 1; m <= most; ++m) {
    const double half_phase = std::numbers::pi * m / n;
    const double sinc = std::sin(half_phase) / half_phase;
    out.push_back(sinc * sinc);
  }
  return out;
}

}  // namespace

PowerSpectrum power_spectrum(const Particles& p, double box, int side) {
  FourierMesh mesh(side);
  deposit(p, box, mesh);
  mesh.forward();

  double mass = 0, squares = 0;
  for (const double m : p.mass) {
    mass += m;
    squares += m * m;
  }
  const double volume = box * box * box;
  const int most = side / 4;
  const std::vector<double> window = windows(most, side);
  std::vector<double> wave(most + 1), power(most + 1), modes(most + 1);
  for (int c = -most; c <= most; ++c)
    for (int b = -most; b <= most; ++b)
      for (int a = 0; a <= most; ++a) {
        const double length = std::sqrt(double(a) * a + double(b) * b + double(c) * c);
        const long bin = std::lround(length);
        if (bin == 0 || bin > most) continue;
        const double kept = window[a] * window[std::abs(b)] * window[std::abs(c)];
        const double copies = a == 0 ? 1 : 2;  // of -a the conjugate is not stored
        const auto delta = mesh.mode(a, wrap_cell(b, side), wrap_cell(c, side)) / (mass * kept);
        wave[bin] += copies * length;
        power[bin] += copies * volume * std::norm(delta);
        modes[bin] += copies;
      }

  PowerSpectrum spectrum;
  spectrum.shot_noise = volume * squares / (mass * mass);
  for (int bin = 1; bin <= most; ++bin) {
    spectrum.k.push_back(2 * std::numbers::pi / box * wave[bin] / modes[bin]);
    spectrum.power.push_back(power[bin] / modes[bin]);
    spectrum.modes.push_back(modes[bin]);
  }
  return spectrum;
}

int power_mesh(std::size_t particles) {
  const auto side = static_cast<int>(std::lround(std::cbrt(static_cast<double>(particles))));
  return std::clamp(2 * side, 8, 512);
}

}  // namespace tycho::analysis
