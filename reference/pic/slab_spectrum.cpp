#include "reference/pic/slab_spectrum.hpp"

#include <algorithm>

#include "core/formulas/pic_green.hpp"
#include "core/mesh/slab_transpose.hpp"
#include "core/parallel_for.hpp"

namespace tycho::reference::pic {

namespace {

// Columns that are transformed together: a cache line of single precision.
constexpr int kColumns = 8;

int blocks_of(int nx) { return (nx / 2 + kColumns) / kColumns; }

// On one thread: threads share out rows and blocks. Not every row starts where a vector does.
constexpr FftwPlanning kPlanning{.threads = 1, .measure = false, .anywhere = true};

}  // namespace

template <typename Real>
SlabSpectrum<Real>::SlabSpectrum(const tycho::pic::Options& options, const mesh::Slabs& rows,
                                 Grid<Real>& grid)
    : grid_(grid),
      ranks_(*options.ranks),
      nx_(options.nx),
      ny_(options.ny),
      rows_(rows),
      blocks_(blocks_of(nx_), ranks_.size()),
      green_(own_blocks() * block_length()),
      one_row_(static_cast<std::size_t>(nx_)),
      row_of_modes_(row_length()),
      block_(block_length()),
      by_row_{Modes(own_rows() * row_length()), Modes(own_rows() * row_length())},
      charge_columns_(green_.size()),
      charge_(green_.size()),
      field_{Modes(green_.size()), Modes(green_.size())},
      field_columns_(field_),
      x_forward_(FftwRows{nx_, 1, 1, nx_}, one_row_.data(), row_of_modes_.data(), kPlanning),
      x_inverse_(FftwRows{nx_, 1, 1, nx_}, row_of_modes_.data(), one_row_.data(), kPlanning),
      y_forward_(columns(FFTW_FORWARD)),
      y_inverse_(columns(FFTW_BACKWARD)) {
  for (int i = 0; i <= nx_ / 2; ++i)
    kx_.push_back(static_cast<Real>(tycho::pic::wave_number(i, nx_)));
  for (int j = 0; j < ny_; ++j) ky_.push_back(static_cast<Real>(tycho::pic::wave_number(j, ny_)));
  const double points = static_cast<double>(nx_) * ny_;
  for_each_mode([&](std::size_t m, int i, int j) {
    green_[m] =
        static_cast<Real>(tycho::pic::green(i, j, nx_, ny_, options.particle_size) / points);
  });
}

template <typename Real>
FftwPlan<Real> SlabSpectrum<Real>::columns(int sign) {
  return {FftwRows{ny_, kColumns, kColumns, 1}, block_.data(), block_.data(), sign, kPlanning};
}

template <typename Real>
std::size_t SlabSpectrum<Real>::own_blocks() const {
  return static_cast<std::size_t>(blocks_.size(ranks_.rank()));
}
template <typename Real>
std::size_t SlabSpectrum<Real>::row_length() const {
  return static_cast<std::size_t>(kColumns * blocks_of(nx_));
}
template <typename Real>
std::size_t SlabSpectrum<Real>::block_length() const {
  return static_cast<std::size_t>(kColumns) * static_cast<std::size_t>(ny_);
}

template <typename Real>
template <typename Visit>
void SlabSpectrum<Real>::for_each_mode(const Visit& visit) const {
  parallel_for(own_blocks(), grid_.threads, [&](std::size_t block) {
    const int first = kColumns * (blocks_.first(ranks_.rank()) + static_cast<int>(block));
    const int columns = std::min(kColumns, nx_ / 2 + 1 - first);
    for (int j = 0; j < ny_; ++j)
      for (int c = 0; c < columns; ++c)
        visit(block * block_length() + static_cast<std::size_t>(kColumns * j + c), first + c, j);
  });
}

template <typename Real>
void SlabSpectrum<Real>::forward_rows() {
  parallel_for(own_rows(), grid_.threads, [&](std::size_t j) {
    x_forward_.execute(&grid_.charge[j * static_cast<std::size_t>(nx_)],
                       &by_row_[0][j * row_length()]);
  });
}

template <typename Real>
void SlabSpectrum<Real>::to_columns() {
  mesh::transpose(ranks_, rows_, blocks_, std::span<const Complex>(by_row_[0]),
                  std::span(charge_columns_), kColumns);
}

template <typename Real>
void SlabSpectrum<Real>::transform_columns(const FftwPlan<Real>& plan, const Modes& from,
                                           Modes& to) const {
  parallel_for(own_blocks(), grid_.threads, [&](std::size_t block) {
    Complex* const at = &to[block * block_length()];
    std::copy_n(&from[block * block_length()], block_length(), at);
    plan.execute(at, at);
  });
}

template <typename Real>
void SlabSpectrum<Real>::forward_columns() {
  transform_columns(y_forward_, charge_columns_, charge_);
}

template <typename Real>
void SlabSpectrum<Real>::field() {
  for_each_mode([&](std::size_t m, int i, int j) {
    const Complex phi = green_[m] * charge_[m];
    const Complex turned(phi.imag(), -phi.real());  // -i phi
    field_[0][m] = kx_[static_cast<std::size_t>(i)] * turned;
    field_[1][m] = ky_[static_cast<std::size_t>(j)] * turned;
  });
}

template <typename Real>
void SlabSpectrum<Real>::potential() {
  for_each_mode([&](std::size_t m, int, int) {
    field_[0][m] = green_[m] * charge_[m];
    field_[1][m] = 0;
  });
}

template <typename Real>
void SlabSpectrum<Real>::inverse_columns() {
  for (int component = 0; component < 2; ++component)
    transform_columns(y_inverse_, field_[component], field_columns_[component]);
}

template <typename Real>
void SlabSpectrum<Real>::to_rows() {
  for (int component = 0; component < 2; ++component)
    mesh::transpose(ranks_, blocks_, rows_, std::span<const Complex>(field_columns_[component]),
                    std::span(by_row_[component]), kColumns);
}

template <typename Real>
void SlabSpectrum<Real>::inverse_rows() {
  const std::size_t threads = static_cast<std::size_t>(grid_.threads);
  for (int component = 0; component < 2; ++component)
    parallel_for(threads, grid_.threads, [&](std::size_t t) {
      Modes spoilt(row_length());  // FFTW overwrites modes that it transforms to reals
      for (std::size_t j = own_rows() * t / threads; j < own_rows() * (t + 1) / threads; ++j) {
        std::copy_n(&by_row_[component][j * row_length()], row_length(), spoilt.begin());
        x_inverse_.execute(spoilt.data(),
                           &grid_.field[component][j * static_cast<std::size_t>(nx_)]);
      }
    });
}

template class SlabSpectrum<float>;
template class SlabSpectrum<double>;

}  // namespace tycho::reference::pic
