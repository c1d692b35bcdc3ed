// Relaxation sweeps, aubert2009 eq. 9 in three dimensions, in SIMD and blocked in cache.
//
// Half-sweep s of plane k needs half-sweep s - 1 of the planes k - 1, k, k + 1. A thread with the
// planes [low, high) does half-sweep s of [low + 1 + s, high - 1 - s), which needs nothing of other
// threads and touches nothing of them; once all have done so, what is left around each border of
// two shares, [high - 1 - s, high + 1 + s), is done by the thread below the border. So `depth`
// half-sweeps take one passage through memory and two waits.
#include <algorithm>

#include "core/formulas/cell_index.hpp"
#include "core/formulas/discrete_laplacian.hpp"
#include "reference/particle_mesh/rows.hpp"
#include "reference/simd.hpp"

namespace tycho::reference::particle_mesh {

namespace {

namespace stdx = simd::stdx;
using stdx::element_aligned;

/// A row of which the registers at both ends can be read: it has memory before and behind it.
template <typename Real>
class Registers {
 public:
  using V = simd::Vector<Real>;
  static constexpr int kLanes = static_cast<int>(simd::kWidth<Real>);

  explicit Registers(const Row<Real>& row)
      : n_(row.n),
        u_(row.u),
        south_(row.south),
        north_(row.north),
        below_(row.below),
        above_(row.above),
        west_(row.west),
        east_(row.east) {}

  static bool fit(const Row<Real>& row) {
    const std::size_t n = static_cast<std::size_t>(row.n);
    return row.n % kLanes == 0 && row.first > 0 && row.first + n < n * n * n;
  }

  /// Calls visit(i, centre, neighbours, diagonal) from register to register; `inside` and `at_end`
  /// are the diagonal or its inverse. The cells to the west are read before visit() may have
  /// written over them: they are of the other colour and do not change, and a read that meets a
  /// write on its way would wait for it.
  template <typename Visit>
  void for_each(Real inside, Real at_end, const Visit& visit) const {
    V west(u_ - 1, element_aligned), east(u_ + n_ - kLanes + 1, element_aligned);
    V first(inside), last(inside);
    const V between(inside);
    west[0] = west_;
    east[kLanes - 1] = east_;
    first[0] = last[kLanes - 1] = at_end;
    if (n_ == kLanes) {
      first[kLanes - 1] = at_end;
      return visit(0, centre(0), west + east + around(0), first);
    }
    const auto pass = [&](int i, const V& diagonal) {
      const V own = centre(i), sum = west + V(u_ + i + 1, element_aligned) + around(i);
      west = V(u_ + i + kLanes - 1, element_aligned);
      visit(i, own, sum, diagonal);
    };
    pass(0, first);
    int i = kLanes;
    for (; i < n_ - kLanes; i += kLanes) pass(i, between);
    visit(i, centre(i), west + east + around(i), last);
  }

 private:
  V centre(int i) const { return V(u_ + i, element_aligned); }
  V around(int i) const {
    return (V(south_ + i, element_aligned) + V(north_ + i, element_aligned)) +
           (V(below_ + i, element_aligned) + V(above_ + i, element_aligned));
  }

  const int n_;
  const Real *const u_, *const south_, *const north_, *const below_, *const above_;
  const Real west_, east_;
};

/// Relaxes the cells of a row for which the colour is `i % 2`, or all of them with colour -1, into
/// `to`, which may be the row itself: cells of one colour do not see each other.
template <typename Real>
void relax_row(const Row<Real>& row, const Real* rhs, Real omega, int colour, Real* to) {
  using V = simd::Vector<Real>;
  if (!Registers<Real>::fit(row)) {
    for (int i = std::max(colour, 0); i < row.n; i += colour < 0 ? 1 : 2)
      to[i] = relaxed(row.neighbours(i), row.inverse_diagonal(i), row.u[i], rhs[i], omega);
    return;
  }
  const V odd([](int lane) { return Real(lane % 2); }), factor = omega;
  const auto mine = colour < 0 ? odd < Real(2) : odd == Real(colour);
  Registers<Real>(row).for_each(row.inverse_inside, row.inverse_at_end,
                                [&](int i, const V& centre, const V& neighbours, const V& inverse) {
                                  V result = centre;
                                  where(mine, result) =
                                      relaxed(neighbours, inverse, centre,
                                              V(rhs + i, element_aligned), factor);
                                  result.copy_to(to + i, element_aligned);
                                });
}

template <typename Real>
void relax_plane(Level<Real>& level, int k, Real omega, bool walls, int half_sweep) {
  for (int j = 0; j < level.n; ++j) {
    const Row<Real> row(level, j, k, walls);
    relax_row(row, &level.rhs[row.first], omega, (half_sweep + j + k) % 2, &level.u[row.first]);
  }
}

// Two meshes of so many planes are to fit into a core's own cache.
constexpr std::size_t kCacheBytes = std::size_t{1} << 20;
// A thread that has fewer planes waits more than it works.
constexpr int kLeastPlanes = 8;

/// Half-sweeps that follow each other while their planes are in the cache.
template <typename Real>
int depth_of(int n, int planes) {
  const std::size_t plane = 2 * std::size_t(n) * n * sizeof(Real);
  const int cached = static_cast<int>(kCacheBytes / plane) - 3;
  return std::max(1, std::min((planes - 1) / 2, std::max(2, cached)));
}

}  // namespace

template <typename Real>
void smooth_red_black(Level<Real>& level, int sweeps, Real omega, bool walls, const Team& team) {
  const int n = level.n;
  const int workers = std::clamp(n / kLeastPlanes, 1, team.size);
  const bool works = team.id < workers;
  const int low = n * team.id / workers, high = n * (team.id + 1) / workers;
  const int depth = depth_of<Real>(n, n / workers);
  const bool first_wall = walls && low == 0, last_wall = walls && high == n;
  for (int done = 0; done < 2 * sweeps; done += depth) {
    const int steps = std::min(depth, 2 * sweeps - done);
    if (works) {
      for (int front = low; front < high + steps; ++front)
        for (int s = 0; s < steps; ++s) {
          const int k = front - s;
          const int from = first_wall ? low : low + 1 + s, to = last_wall ? high : high - 1 - s;
          if (k >= from && k < to) relax_plane(level, k, omega, walls, done + s);
        }
    }
    team.wait();
    if (works && !last_wall)
      for (int s = 0; s < steps; ++s)
        for (int k = high - 1 - s; k < high + 1 + s; ++k)
          relax_plane(level, wrap_cell(k, n), omega, walls, done + s);
    team.wait();
  }
}

template <typename Real>
void smooth_jacobi(Level<Real>& level, int sweeps, Real omega, bool walls, const Team& team) {
  const int n = level.n;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (int k = team.first(n); k < team.last(n); ++k)
      for (int j = 0; j < n; ++j) {
        const Row<Real> row(level, j, k, walls);
        relax_row(row, &level.rhs[row.first], omega, -1, &level.scratch[row.first]);
      }
    team.wait();
    if (team.id == 0) level.u.swap(level.scratch);
    team.wait();
  }
}

template <typename Real>
void residual_of_row(const Row<Real>& row, const Real* rhs, Real* out) {
  using V = simd::Vector<Real>;
  if (!Registers<Real>::fit(row)) {
    for (int i = 0; i < row.n; ++i)
      out[i] = residual_of(row.neighbours(i), row.diagonal(i), row.u[i], rhs[i]);
    return;
  }
  Registers<Real>(row).for_each(
      row.inside, row.at_end, [&](int i, const V& centre, const V& neighbours, const V& diagonal) {
        residual_of(neighbours, diagonal, centre, V(rhs + i, element_aligned))
            .copy_to(out + i, element_aligned);
      });
}

template void smooth_red_black(Level<float>&, int, float, bool, const Team&);
template void smooth_red_black(Level<double>&, int, double, bool, const Team&);
template void smooth_jacobi(Level<float>&, int, float, bool, const Team&);
template void smooth_jacobi(Level<double>&, int, double, bool, const Team&);
template void residual_of_row(const Row<float>&, const float*, float*);
template void residual_of_row(const Row<double>&, const double*, double*);

}  // namespace tycho::reference::particle_mesh
