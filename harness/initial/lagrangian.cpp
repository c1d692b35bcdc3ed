#include "harness/initial/lagrangian.hpp"

#include <array>
#include <cstdlib>
#include <numbers>

#include "core/available_threads.hpp"
#include "core/parallel_for.hpp"

namespace tycho::initial {

namespace {

constexpr std::complex<double> kI{0, 1};

double square(double x) { return x * x; }

}  // namespace

template <typename Body>
void Lagrangian::each_mode(FourierMesh& mesh, const Body& body) {
  parallel_for(static_cast<std::size_t>(side_), available_threads(), [&](std::ptrdiff_t plane) {
    const int k = static_cast<int>(plane);
    for (int j = 0; j < side_; ++j)
      for (int i = 0; i <= side_ / 2; ++i)
        body(mesh.mode(i, j, k), i, mesh.wave_number(j), mesh.wave_number(k));
  });
}

Lagrangian::Lagrangian(int side, double box, const Waves& waves)
    : side_(side), box_(box), delta_(side), work_(side), source_(side) {
  const double half_cell = std::numbers::pi / side;
  each_mode(delta_, [&](std::complex<double>& mode, int nx, int ny, int nz) {
    const bool mean = nx == 0 && ny == 0 && nz == 0;
    const bool told_apart =
        2 * nx < side && 2 * std::abs(ny) < side && 2 * std::abs(nz) < side && !mean;
    // The first point is half a cell from the corner, where the waves' phases are counted from.
    mode = told_apart ? waves(nx, ny, nz) * std::polar(1.0, half_cell * (nx + ny + nz)) : 0;
  });
}

std::int64_t Lagrangian::bytes(int side) {
  const std::int64_t n = side;
  return 3 * n * n * (n / 2 + 1) * std::int64_t{sizeof(std::complex<double>)};
}

template <typename Factor>
void Lagrangian::transform(FourierMesh& source, const Factor& factor) {
  const int half = side_ / 2 + 1;
  parallel_for(static_cast<std::size_t>(side_), available_threads(), [&](std::ptrdiff_t plane) {
    const int k = static_cast<int>(plane), nz = source.wave_number(k);
    for (int j = 0; j < side_; ++j) {
      const int ny = source.wave_number(j);
      for (int i = 0; i < half; ++i) work_.mode(i, j, k) = factor(i, ny, nz) * source.mode(i, j, k);
    }
  });
  work_.backward();
}

void Lagrangian::displacement(FourierMesh& source, int axis) {
  const double to_length = box_ / (2 * std::numbers::pi);
  transform(source, [&](int nx, int ny, int nz) -> std::complex<double> {
    const int n[3] = {nx, ny, nz};
    // A wave of two cells has no slope at the points.
    if (2 * std::abs(n[axis]) == side_) return 0;
    const int size_sq = nx * nx + ny * ny + nz * nz;
    return size_sq == 0 ? 0 : kI * (to_length * n[axis] / size_sq);
  });
}

void Lagrangian::make_source() {
  const auto add = [&](double weight) {
    parallel_for(static_cast<std::size_t>(side_), available_threads(), [&](std::ptrdiff_t plane) {
      const int k = static_cast<int>(plane);
      for (int j = 0; j < side_; ++j)
        for (int i = 0; i < side_; ++i)
          source_.value(i, j, k) += weight * square(work_.value(i, j, k));
    });
  };
  transform(delta_, [](int, int, int) { return 1.0; });
  add(0.5);
  for (int a = 0; a < 3; ++a)
    for (int b = a; b < 3; ++b) {
      transform(delta_, [&](int nx, int ny, int nz) {
        const int n[3] = {nx, ny, nz};
        const int size_sq = nx * nx + ny * ny + nz * nz;
        return size_sq == 0 ? 0.0 : static_cast<double>(n[a] * n[b]) / size_sq;
      });
      add(a == b ? -0.5 : -1);
    }
  source_.forward();
  const double scale = 3.0 / 7 / (static_cast<double>(side_) * side_ * side_);
  each_mode(source_, [&](std::complex<double>& mode, int, int, int) { mode *= scale; });
  has_source_ = true;
}

FourierMesh& Lagrangian::first(int axis) {
  displacement(delta_, axis);
  return work_;
}

FourierMesh& Lagrangian::second(int axis) {
  if (!has_source_) make_source();
  displacement(source_, axis);
  return work_;
}

}  // namespace tycho::initial
