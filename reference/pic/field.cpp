// E_k = -i k / k^2 s(k)^2 rho_k: decyk2009, Field Solver.
#include <algorithm>

#include "core/formulas/pic_green.hpp"
#include "core/parallel_for.hpp"
#include "reference/pic/spectrum.hpp"

namespace tycho::reference::pic {

template <typename Real>
Spectrum<Real>::Spectrum(const Grid<Real>& grid, std::ptrdiff_t along_i, std::ptrdiff_t along_j,
                         double particle_size)
    : nx(grid.nx), ny(grid.ny), stride_i(along_i), stride_j(along_j) {
  const std::size_t modes = std::max(stride_i * modes_x(), stride_j * ny);
  green.resize(modes);
  for (auto* values : {&charge, &field[0], &field[1]}) values->resize(modes);
  for (int i = 0; i < modes_x(); ++i)
    kx.push_back(static_cast<Real>(tycho::pic::wave_number(i, nx)));
  for (int j = 0; j < ny; ++j) ky.push_back(static_cast<Real>(tycho::pic::wave_number(j, ny)));
  const double points = static_cast<double>(nx) * ny;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < modes_x(); ++i)
      green[i * stride_i + j * stride_j] =
          static_cast<Real>(tycho::pic::green(i, j, nx, ny, particle_size) / points);
}

template <typename Real>
void field(Spectrum<Real>& s, int threads) {
  parallel_for(s.ny, threads, [&](std::ptrdiff_t j) {
    for (int i = 0; i < s.modes_x(); ++i) {
      const std::ptrdiff_t m = i * s.stride_i + j * s.stride_j;
      const std::complex<Real> potential = s.green[m] * s.charge[m];
      const std::complex<Real> turned(potential.imag(), -potential.real());  // -i phi
      s.field[0][m] = s.kx[i] * turned;
      s.field[1][m] = s.ky[j] * turned;
    }
  });
}

template <typename Real>
void potential(Spectrum<Real>& s) {
  std::transform(s.green.begin(), s.green.end(), s.charge.begin(), s.field[0].begin(),
                 [](Real green, const std::complex<Real>& charge) { return green * charge; });
  std::fill(s.field[1].begin(), s.field[1].end(), Real(0));
}

template struct Spectrum<float>;
template struct Spectrum<double>;
template void field(Spectrum<float>&, int);
template void field(Spectrum<double>&, int);
template void potential(Spectrum<float>&);
template void potential(Spectrum<double>&);

}  // namespace tycho::reference::pic
