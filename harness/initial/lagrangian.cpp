#include "harness/initial/lagrangian.hpp"

#include <array>
#include <cstdlib>
#include <numbers>

#include "core/available_threads.hpp"
#include "core/parallel_for.hpp"

namespace tycho::initial {

namespace {

constexpr std::complex<double> kI{0, 1};

using WaveNumber = std::array<int, 3>;

int size_sq(const WaveNumber& n) { return n[0] * n[0] + n[1] * n[1] + n[2] * n[2]; }

double square(double x) { return x * x; }

/// Calls body(i, j, k) for all points of a mesh, or all modes with columns = side / 2 + 1.
template <typename Body>
void each(int side, int columns, const Body& body) {
  parallel_for(static_cast<std::size_t>(side), available_threads(), [&](std::ptrdiff_t plane) {
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < columns; ++i) body(i, j, static_cast<int>(plane));
  });
}

}  // namespace

Lagrangian::Lagrangian(int side, double box, const Waves& waves)
    : side_(side), box_(box), delta_(side), work_(side), source_(side) {
  const double half_cell = std::numbers::pi / side;
  each(side, side / 2 + 1, [&](int i, int j, int k) {
    const int ny = delta_.wave_number(j), nz = delta_.wave_number(k);
    const bool mean = i == 0 && ny == 0 && nz == 0;
    const bool told_apart =
        2 * i < side && 2 * std::abs(ny) < side && 2 * std::abs(nz) < side && !mean;
    // The first point is half a cell from the corner, where the waves' phases are counted from.
    if (told_apart)
      delta_.mode(i, j, k) = waves(i, ny, nz) * std::polar(1.0, half_cell * (i + ny + nz));
  });
}

std::int64_t Lagrangian::bytes(int side) {
  const std::int64_t n = side;
  return 3 * n * n * (n / 2 + 1) * std::int64_t{sizeof(std::complex<double>)};
}

template <typename Factor>
void Lagrangian::transform(analysis::FourierMesh& source, const Factor& factor) {
  each(side_, side_ / 2 + 1, [&](int i, int j, int k) {
    const WaveNumber n{i, source.wave_number(j), source.wave_number(k)};
    work_.mode(i, j, k) = factor(n) * source.mode(i, j, k);
  });
  work_.backward();
}

void Lagrangian::displacement(analysis::FourierMesh& source, int axis) {
  const double to_length = box_ / (2 * std::numbers::pi);
  transform(source, [&](const WaveNumber& n) -> std::complex<double> {
    // A wave of two cells has no slope at the points.
    if (size_sq(n) == 0 || 2 * std::abs(n[axis]) == side_) return 0;
    return kI * (to_length * n[axis] / size_sq(n));
  });
}

void Lagrangian::make_source() {
  const auto add = [&](double weight) {
    each(side_, side_, [&](int i, int j, int k) {
      source_.value(i, j, k) += weight * square(work_.value(i, j, k));
    });
  };
  transform(delta_, [](const WaveNumber&) { return 1.0; });
  add(0.5);
  for (int a = 0; a < 3; ++a)
    for (int b = a; b < 3; ++b) {
      transform(delta_, [&](const WaveNumber& n) {
        return size_sq(n) == 0 ? 0.0 : static_cast<double>(n[a] * n[b]) / size_sq(n);
      });
      add(a == b ? -0.5 : -1);
    }
  source_.forward();
  const double scale = 3.0 / 7 / (static_cast<double>(side_) * side_ * side_);
  each(side_, side_ / 2 + 1, [&](int i, int j, int k) { source_.mode(i, j, k) *= scale; });
  has_source_ = true;
}

analysis::FourierMesh& Lagrangian::first(int axis) {
  displacement(delta_, axis);
  return work_;
}

analysis::FourierMesh& Lagrangian::second(int axis) {
  if (!has_source_) make_source();
  displacement(source_, axis);
  return work_;
}

}  // namespace tycho::initial
