// All cores, SIMD over j. Compiled with relaxed floating-point rules (reference/CMakeLists.txt).
//
// No pair is skipped in the loop: of the pair of a body with itself the mass and the distance,
// which would be the nearest, are masked away. The nearest is found as the smallest distance of a
// chunk; the chunk that has it is searched again at the end.
#include <algorithm>
#include <cmath>

#include "core/formulas/hermite.hpp"
#include "core/parallel_for.hpp"
#include "reference/hermite/field.hpp"

namespace tycho::reference::hermite {

namespace {

constexpr std::size_t kChunk = 512;  // stays in the first-level cache
constexpr double kFar = 1e300;       // not infinity, which these rules do not know

template <bool kSoftened>
Force forces_on(const Field& field, std::size_t nj, const IBody& body, double softening_sq) {
  const double *const x = field.x.data(), *const y = field.y.data(), *const z = field.z.data();
  const double *const vx = field.vx.data(), *const vy = field.vy.data(),
                      *const vz = field.vz.data();
  const double* const mass = field.mass.data();
  const std::int32_t* const index = field.index.data();
  const double xi = body.x.x, yi = body.x.y, zi = body.x.z;
  const double vxi = body.v.x, vyi = body.v.y, vzi = body.v.z;
  // A field point has the index -1, as empty slots do: it is given a number here that no slot has.
  const std::int64_t self = body.index == -1 ? std::int64_t{1} << 40 : body.index;

  double ax = 0, ay = 0, az = 0, jx = 0, jy = 0, jz = 0, pot = 0;
  double nearest = kFar;
  std::size_t nearest_chunk = 0;
  for (std::size_t first = 0; first < nj; first += kChunk) {
    const std::size_t last = std::min(nj, first + kChunk);
    double chunk_nearest = kFar;
#pragma omp simd reduction(+ : ax, ay, az, jx, jy, jz, pot) reduction(min : chunk_nearest)
    for (std::size_t j = first; j < last; ++j) {
      const bool other = index[j] != self;
      const double rx = x[j] - xi, ry = y[j] - yi, rz = z[j] - zi;
      const double ux = vx[j] - vxi, uy = vy[j] - vyi, uz = vz[j] - vzi;
      const double distance_sq = rx * rx + ry * ry + rz * rz;
      const double softened = distance_sq + softening_sq;
      const bool apart = kSoftened || softened > 0;
      const double inverse = 1.0 / std::sqrt(apart ? softened : 1.0);
      const double potential = (other && apart ? mass[j] : 0.0) * inverse;
      const double inverse_sq = inverse * inverse;
      const double factor = potential * inverse_sq;
      const double alpha = -3.0 * (rx * ux + ry * uy + rz * uz) * inverse_sq;
      pot -= potential;
      ax += factor * rx;
      ay += factor * ry;
      az += factor * rz;
      jx += factor * (ux + alpha * rx);
      jy += factor * (uy + alpha * ry);
      jz += factor * (uz + alpha * rz);
      chunk_nearest = std::min(chunk_nearest, other ? distance_sq : kFar);
    }
    if (chunk_nearest < nearest) {
      nearest = chunk_nearest;
      nearest_chunk = first;
    }
  }

  double found = kFar;
  std::int32_t neighbour = -1;
  for (std::size_t j = nearest_chunk; j < std::min(nj, nearest_chunk + kChunk); ++j) {
    if (index[j] == self) continue;
    const Vec3<double> r = field.position(j) - body.x;
    if (const double distance_sq = dot(r, r); distance_sq < found) {
      found = distance_sq;
      neighbour = index[j];
    }
  }
  return {{ax, ay, az}, {jx, jy, jz}, pot, neighbour};
}

}  // namespace

void evaluate_best(const Field& field, std::size_t nj, std::span<const IBody> block,
                   double softening_sq, int threads, std::span<Force> forces) {
  const auto one = softening_sq > 0 ? forces_on<true> : forces_on<false>;
  parallel_for(block.size(), threads,
               [&](std::ptrdiff_t i) { forces[i] = one(field, nj, block[i], softening_sq); });
}

}  // namespace tycho::reference::hermite
