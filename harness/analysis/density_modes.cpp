#include "harness/analysis/density_modes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/available_threads.hpp"
#include "core/parallel_for.hpp"

namespace tycho::analysis {

namespace {

// Summed apart and then in order, so that the number of threads changes no bit.
constexpr std::size_t kParts = 64;

struct WaveNumber {
  int x, y, z;
};

std::vector<WaveNumber> wave_numbers(int most) {
  std::vector<WaveNumber> out;
  for (int z = 0; z <= most; ++z)
    for (int y = -most; y <= most; ++y)
      for (int x = -most; x <= most; ++x) {
        const bool chosen = z > 0 || y > 0 || (y == 0 && x > 0);
        if (chosen && x * x + y * y + z * z <= most * most) out.push_back({x, y, z});
      }
  return out;
}

/// exp(-i phase n) for n from -most to most.
void powers(double phase, int most, std::complex<double>* out) {
  const std::complex<double> one = std::polar(1.0, -phase);
  out[most] = 1;
  for (int n = 1; n <= most; ++n) {
    out[most + n] = out[most + n - 1] * one;
    out[most - n] = std::conj(out[most + n]);
  }
}

}  // namespace

std::vector<std::complex<double>> modes_of(const Particles& particles,
                                           std::span<const double> weights, double box, int most) {
  const std::vector<WaveNumber> numbers = wave_numbers(most);
  const std::size_t n = particles.size();
  const double wave = 2 * std::numbers::pi / box;
  std::vector<std::vector<std::complex<double>>> sums(kParts);
  parallel_for(kParts, available_threads(), [&](std::ptrdiff_t part) {
    std::vector<std::complex<double>> sum(numbers.size());
    std::vector<std::complex<double>> x(2 * most + 1), y(x), z(x);
    for (std::size_t i = n * part / kParts; i < n * (part + 1) / kParts; ++i) {
      powers(wave * particles.x[i], most, x.data());
      powers(wave * particles.y[i], most, y.data());
      powers(wave * particles.z[i], most, z.data());
      for (std::size_t w = 0; w < numbers.size(); ++w)
        sum[w] +=
            weights[i] * x[most + numbers[w].x] * y[most + numbers[w].y] * z[most + numbers[w].z];
    }
    sums[part] = std::move(sum);
  });
  std::vector<std::complex<double>> modes(numbers.size());
  for (std::size_t part = 0; part < kParts; ++part)
    for (std::size_t w = 0; w < modes.size(); ++w) modes[w] += sums[part][w];
  return modes;
}

std::vector<std::complex<double>> density_modes(const Particles& particles, double box, int most) {
  std::vector<std::complex<double>> modes = modes_of(particles, particles.mass, box, most);
  double mass = 0;
  for (std::size_t part = 0; part < kParts; ++part) {
    const std::size_t n = particles.size();
    double of_part = 0;
    for (std::size_t i = n * part / kParts; i < n * (part + 1) / kParts; ++i)
      of_part += particles.mass[i];
    mass += of_part;
  }
  for (std::complex<double>& mode : modes) mode /= mass;
  return modes;
}

double growth_of(std::span<const std::complex<double>> waves,
                 std::span<const std::complex<double>> at_start) {
  double both = 0, alone = 0;
  for (std::size_t w = 0; w < at_start.size(); ++w) {
    both += (waves[w] * std::conj(at_start[w])).real();
    alone += std::norm(at_start[w]);
  }
  return both / alone;
}

std::vector<int> bands_of_modes(int most) {
  std::vector<int> bands;
  for (const WaveNumber& n : wave_numbers(most))
    bands.push_back(static_cast<int>(std::lround(std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z))));
  return bands;
}

std::vector<double> band_powers(const Particles& particles, double box, int bands) {
  const auto modes = density_modes(particles, box, bands + 1);
  const std::vector<int> band = bands_of_modes(bands + 1);
  std::vector<double> power(bands + 2), waves(bands + 2);
  for (std::size_t w = 0; w < modes.size(); ++w) {
    power[band[w]] += std::norm(modes[w]);
    waves[band[w]] += 1;
  }
  for (int b = 1; b <= bands; ++b) power[b] /= waves[b];
  power.resize(bands + 1);
  return power;
}

}  // namespace tycho::analysis
