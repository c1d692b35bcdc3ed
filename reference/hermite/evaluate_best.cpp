// All cores, SIMD over the sources j, a block of a few bodies at a time (docs/cpu.md). Compiled
// with relaxed floating-point rules (reference/CMakeLists.txt): products are fused with sums.
//
// Sources come in chunks. Only in a chunk that may hold a target itself, by the range of its
// indices, is the pair of a body with itself looked for, and its mass and distance masked away. The
// nearest is found as the smallest distance of a chunk; the chunk that has it is searched again at
// the end.
//
// Few targets are shared out by parts of the sources as well. The parts follow from the numbers of
// targets and sources alone and are added in their order, so that any number of threads gives the
// same bits.
#include <algorithm>
#include <array>
#include <numbers>
#include <vector>

#include "core/formulas/hermite.hpp"
#include "core/parallel_for.hpp"
#include "reference/hermite/field.hpp"
#include "reference/simd.hpp"

namespace tycho::reference::hermite {

namespace {

using V = simd::Vector<double>;
constexpr std::size_t kWidth = simd::kWidth<double>;
// Tuned: eight sums and six coordinates a body.
#if defined(__AVX512F__)
constexpr std::size_t kSuited = 2;
#elif defined(__aarch64__)
constexpr std::size_t kSuited = 3;
#else
constexpr std::size_t kSuited = 1;
#endif
// Sources: 64 vectors, so that the end of a chunk and the search in one cost a hundredth each.
constexpr std::size_t kChunk = 64 * kWidth;
constexpr std::size_t kTasks = 256;  // enough to share out evenly among the threads of one machine
constexpr std::size_t kLeastPart = 2048;    // sources; fewer take less time than to start a thread
constexpr std::size_t kFewSources = 65536;  // their indices are read by one thread as fast
// Of the inverse distance: its square is then the 3 / d^2 of the jerk, without a product for the 3
// (core/formulas/hermite.hpp pair_pull). The sums are divided by it at their end.
constexpr double kRootOf3 = std::numbers::sqrt3;
constexpr double kFar = 1e300;  // not infinity, which these rules do not know

struct Sources {
  const double *mass, *x, *y, *z, *vx, *vy, *vz;
  const std::int32_t* index;
};

/// The last sources, fewer than a vector has lanes, filled up with bodies of no mass far away.
struct LastSources {
  std::array<double, kWidth> mass{}, x{}, y{}, z{}, vx{}, vy{}, vz{};
  std::array<std::int32_t, kWidth> index{};

  LastSources(const Sources& s, std::size_t first, std::size_t last) {
    x.fill(1e150);  // at the distance kFar, squared
    index.fill(-1);
    const auto take = [&](const auto* from, auto& to) {
      std::copy(from + first, from + last, to.begin());
    };
    take(s.mass, mass), take(s.x, x), take(s.y, y), take(s.z, z);
    take(s.vx, vx), take(s.vy, vy), take(s.vz, vz), take(s.index, index);
  }
  Sources sources() const {
    return {mass.data(), x.data(),  y.data(),  z.data(),
            vx.data(),   vy.data(), vz.data(), index.data()};
  }
};

struct Nearest {
  double distance_sq = kFar;
  std::size_t chunk = 0;
};

/// The pull of sources on kCount bodies, and the nearest of these sources.
template <std::size_t kCount>
class Block {
 public:
  explicit Block(const IBody* targets) {
    for (std::size_t k = 0; k < kCount; ++k) {
      const IBody& body = targets[k];
      x_[k] = body.x.x, y_[k] = body.x.y, z_[k] = body.x.z;
      vx_[k] = body.v.x, vy_[k] = body.v.y, vz_[k] = body.v.z;
      // A field point has the index -1, as empty slots do: a number here that no slot has.
      self_[k] = body.index == -1 ? std::int64_t{1} << 40 : body.index;
    }
    for (auto* sums : {&ax_, &ay_, &az_, &jx_, &jy_, &jz_, &pot_}) sums->fill(V(0));
  }

  bool may_hold_a_target(std::int32_t least_index, std::int32_t most_index) const {
    return std::any_of(self_.begin(), self_.end(), [&](std::int64_t self) {
      return least_index <= self && self <= most_index;
    });
  }

  /// Whole vectors from `first` to `last`; `chunk` is where they stand in the field.
  template <bool kSoftened, bool kMasked>
  void add(const Sources& s, std::size_t first, std::size_t last, double softening_sq,
           std::size_t chunk) {
    std::array<V, kCount> ax = ax_, ay = ay_, az = az_, jx = jx_, jy = jy_, jz = jz_, pot = pot_;
    std::array<V, kCount> nearest;
    nearest.fill(V(kFar));
    for (std::size_t j = first; j < last; j += kWidth) {
      const auto load = [j](const double* from) {
        return V(from + j, simd::stdx::element_aligned);
      };
      const V x = load(s.x), y = load(s.y), z = load(s.z);
      const V vx = load(s.vx), vy = load(s.vy), vz = load(s.vz), mass = load(s.mass);
#pragma GCC unroll 8
      for (std::size_t k = 0; k < kCount; ++k) {
        const V rx = x - x_[k], ry = y - y_[k], rz = z - z_[k];
        const V ux = vx - vx_[k], uy = vy - vy_[k], uz = vz - vz_[k];
        V distance_sq = rx * rx + ry * ry + rz * rz;
        V softened = distance_sq + softening_sq;
        V m = mass;
        if constexpr (!kSoftened) {
          const auto together = softened == 0.0;
          simd::stdx::where(together, softened) = 1.0;
          simd::stdx::where(together, m) = 0.0;
        }
        if constexpr (kMasked) {
          const V index([&](auto lane) { return static_cast<double>(s.index[j + lane]); });
          const auto itself = index == static_cast<double>(self_[k]);
          simd::stdx::where(itself, distance_sq) = kFar;
          simd::stdx::where(itself, m) = 0.0;
        }
        const V inverse = simd::scaled_inverse_root<double>(softened, kRootOf3);
        const V inverse_sq = inverse * inverse;
        const V potential = m * inverse;
        const V factor = potential * inverse_sq;
        const V beta = factor * ((rx * ux + ry * uy + rz * uz) * inverse_sq);
        pot[k] += potential;
        ax[k] += factor * rx;
        ay[k] += factor * ry;
        az[k] += factor * rz;
        jx[k] += factor * ux;
        jy[k] += factor * uy;
        jz[k] += factor * uz;
        jx[k] -= beta * rx;
        jy[k] -= beta * ry;
        jz[k] -= beta * rz;
        nearest[k] = simd::stdx::min(nearest[k], distance_sq);
      }
    }
    ax_ = ax, ay_ = ay, az_ = az, jx_ = jx, jy_ = jy, jz_ = jz, pot_ = pot;
    for (std::size_t k = 0; k < kCount; ++k)
      if (simd::stdx::any_of(nearest[k] < nearest_[k].distance_sq))
        nearest_[k] = {simd::stdx::hmin(nearest[k]), chunk};
  }

  const Nearest& nearest(std::size_t k) const { return nearest_[k]; }
  tycho::hermite::Pull<double> pull(std::size_t k) const {
    const auto sum = [k](const std::array<V, kCount>& of) { return simd::sum<double>(of[k]); };
    constexpr double cube = 1 / (kRootOf3 * kRootOf3 * kRootOf3);
    return {cube * Vec3<double>{sum(ax_), sum(ay_), sum(az_)},
            cube * Vec3<double>{sum(jx_), sum(jy_), sum(jz_)}, sum(pot_) / -kRootOf3};
  }

 private:
  std::array<double, kCount> x_, y_, z_, vx_, vy_, vz_;
  std::array<std::int64_t, kCount> self_;
  std::array<V, kCount> ax_, ay_, az_, jx_, jy_, jz_, pot_;
  std::array<Nearest, kCount> nearest_;
};

/// What a part of the sources does to a target.
struct Partial {
  tycho::hermite::Pull<double> pull;
  double nearest_sq = kFar;
  std::int32_t neighbour = -1;
};

class Evaluation {
 public:
  Evaluation(const Field& field, std::size_t nj, double softening_sq, int threads)
      : field_(field),
        nj_(nj),
        whole_(nj / kWidth * kWidth),
        softening_sq_(softening_sq),
        all_{field.mass.data(), field.x.data(),  field.y.data(),  field.z.data(),
             field.vx.data(),   field.vy.data(), field.vz.data(), field.index.data()},
        rest_(all_, whole_, nj),
        indices_((nj + kChunk - 1) / kChunk) {
    const std::int32_t* const index = all_.index;
    parallel_for(indices_.size(), nj < kFewSources ? 1 : threads, [&](std::ptrdiff_t chunk) {
      const std::int32_t* const first = index + chunk * kChunk;
      const std::size_t count = std::min(nj - chunk * kChunk, kChunk);
      std::int32_t least = first[0], most = first[0];
#pragma omp simd reduction(min : least) reduction(max : most)
      for (std::size_t j = 0; j < count; ++j) {
        least = first[j] < least ? first[j] : least;
        most = first[j] > most ? first[j] : most;
      }
      indices_[chunk] = {least, most};
    });
  }

  /// The sources from `first`, a chunk's first, to `last`, a chunk's last or that of all. Targets
  /// that do not fill a block of `together` are done one by one.
  void add(std::span<const IBody> targets, std::size_t together, std::size_t first,
           std::size_t last, Partial* found) const {
    switch (targets.size() == together ? together : 1) {
      case 2:
        return add_to<2>(targets.data(), first, last, found);
      case 3:
        return add_to<3>(targets.data(), first, last, found);
      case 4:
        return add_to<4>(targets.data(), first, last, found);
    }
    for (std::size_t k = 0; k < targets.size(); ++k) add_to<1>(&targets[k], first, last, &found[k]);
  }

 private:
  struct Range {
    std::int32_t least, most;
  };

  template <std::size_t kCount>
  void add_to(const IBody* targets, std::size_t first, std::size_t last, Partial* found) const {
    Block<kCount> block(targets);
    for (std::size_t chunk = first; chunk < last; chunk += kChunk)
      softening_sq_ > 0 ? add_chunk<true>(block, chunk) : add_chunk<false>(block, chunk);
    for (std::size_t k = 0; k < kCount; ++k)
      found[k] = {block.pull(k), block.nearest(k).distance_sq,
                  neighbour(targets[k], block.nearest(k))};
  }

  template <bool kSoftened, std::size_t kCount>
  void add_chunk(Block<kCount>& block, std::size_t first) const {
    const Range& range = indices_[first / kChunk];
    if (block.may_hold_a_target(range.least, range.most))
      add_vectors<kSoftened, true>(block, first);
    else
      add_vectors<kSoftened, false>(block, first);
  }

  template <bool kSoftened, bool kMasked, std::size_t kCount>
  void add_vectors(Block<kCount>& block, std::size_t first) const {
    block.template add<kSoftened, kMasked>(all_, first, std::min(whole_, first + kChunk),
                                           softening_sq_, first);
    if (whole_ < std::min(nj_, first + kChunk))
      block.template add<kSoftened, kMasked>(rest_.sources(), 0, kWidth, softening_sq_, first);
  }

  /// The first of the nearest in the chunk. Only vectors that hold one as near as that, up to
  /// rounding, are looked at one by one: by distances that are computed in one way for all.
  std::int32_t neighbour(const IBody& body, const Nearest& nearest) const {
    if (!(nearest.distance_sq < kFar)) return -1;
    const double bound = nearest.distance_sq * (1 + 1e-14);
    const std::size_t last = std::min(nj_, nearest.chunk + kChunk);
    double found = kFar;
    std::int32_t neighbour = -1;
    for (std::size_t j = nearest.chunk; j < last; j += kWidth) {
      if (j + kWidth <= last) {
        const auto away = [j](const std::vector<double>& from, double here) {
          return V(&from[j], simd::stdx::element_aligned) - here;
        };
        const V x = away(field_.x, body.x.x), y = away(field_.y, body.x.y),
                z = away(field_.z, body.x.z);
        if (!simd::stdx::any_of(x * x + y * y + z * z <= bound)) continue;
      }
      for (std::size_t k = j; k < std::min(last, j + kWidth); ++k) {
        if (field_.index[k] == body.index && body.index != -1) continue;
        const Vec3<double> r = field_.position(k) - body.x;
        if (const double distance_sq = dot(r, r); distance_sq < found) {
          found = distance_sq;
          neighbour = field_.index[k];
        }
      }
    }
    return neighbour;
  }

  const Field& field_;
  std::size_t nj_, whole_;
  double softening_sq_;
  Sources all_;
  LastSources rest_;
  std::vector<Range> indices_;  // of each chunk
};

}  // namespace

void evaluate_best(const Field& field, std::size_t nj, std::span<const IBody> block,
                   std::size_t whole_block, double softening_sq, int targets, int threads,
                   std::span<Force> forces) {
  const std::size_t together = targets == 0 ? kSuited : static_cast<std::size_t>(targets);
  const Evaluation evaluation(field, nj, softening_sq, threads);
  const auto over = [](std::size_t a, std::size_t b) { return (a + b - 1) / b; };
  const std::size_t blocks = over(block.size(), together);
  const std::size_t planned = std::max<std::size_t>(over(whole_block, together), 1);
  const std::size_t wanted =
      std::clamp<std::size_t>(kTasks / planned, 1, std::max<std::size_t>(nj / kLeastPart, 1));
  const std::size_t length = std::max<std::size_t>(over(over(nj, kChunk), wanted), 1) * kChunk;
  const std::size_t parts = std::max<std::size_t>(over(nj, length), 1);

  std::vector<Partial> found(blocks * together * parts);
  parallel_for(blocks * parts, threads, [&](std::ptrdiff_t task) {
    const std::size_t first = task / parts * together, part = task % parts;
    const auto some = block.subspan(first, std::min(together, block.size() - first));
    evaluation.add(some, together, part * length, std::min(nj, (part + 1) * length),
                   &found[task * together]);
  });
  for (std::size_t i = 0; i < block.size(); ++i) {
    Partial all;
    for (std::size_t part = 0; part < parts; ++part) {
      const Partial& of = found[(i / together * parts + part) * together + i % together];
      all.pull += of.pull;
      if (of.nearest_sq < all.nearest_sq) {
        all.nearest_sq = of.nearest_sq;
        all.neighbour = of.neighbour;
      }
    }
    forces[i] = {all.pull.acc, all.pull.jerk, all.pull.pot, all.neighbour};
  }
}

}  // namespace tycho::reference::hermite
