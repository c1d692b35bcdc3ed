// How a body that pulls lies in device memory in each precision: a number of 16-byte words, one
// array of words after the other, so that a warp's accesses are whole. Host and device.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/attributes.hpp"
#include "core/formulas/hermite.hpp"

namespace tycho::gpu::hermite {

struct alignas(16) Word {
  std::uint32_t part[4];
};

/// A body that is pulled, as the kernels read it.
struct alignas(16) Target {
  Vec3<double> x, v;
  std::int32_t index;  // a pair with an equal index is skipped; -1 equals none
  std::int32_t slot;   // the one slot that has this index; -1 where there is none
};
static_assert(sizeof(Target) == 64);

/// What a kernel leaves for each target.
struct alignas(16) Result {
  double acc[3], jerk[3], pot;
  std::int32_t neighbour;  // index
  std::int32_t unused;
};
static_assert(sizeof(Result) == 64);
inline constexpr int kFields = 8;  // seven sums and the neighbour

template <typename To, typename From>
TYCHO_HOST_DEVICE inline To same_bits(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  memcpy(&to, &from, sizeof(To));
  return to;
}

namespace detail {
TYCHO_HOST_DEVICE inline Word word(float a, float b, float c, float d) {
  return {{same_bits<std::uint32_t>(a), same_bits<std::uint32_t>(b), same_bits<std::uint32_t>(c),
           same_bits<std::uint32_t>(d)}};
}
TYCHO_HOST_DEVICE inline Word word(double a, double b) {
  Word w;
  memcpy(&w.part[0], &a, 8);
  memcpy(&w.part[2], &b, 8);
  return w;
}
TYCHO_HOST_DEVICE inline float single(const Word& w, int k) { return same_bits<float>(w.part[k]); }
TYCHO_HOST_DEVICE inline double twofold(const Word& w, int k) {
  double value;
  memcpy(&value, &w.part[2 * k], 8);
  return value;
}
}  // namespace detail

// In each form `kFarAway` is where a source stands that fills a tile up: it has no mass, so that
// loops need not ask, and is farther than any body can be whose squared distances are finite.

/// precision = fp32: positions rounded to single, as the paper has it.
struct Fp32 {
  using Real = float;
  static constexpr double kFarAway = 1e18;
  static constexpr int kWords = 2;
  static constexpr int kMostBodies = 4;  // targets a lane holds at once
  /// Whether the force is freed of the error of the inverse root, and of how many tiles the terms
  /// are summed before the sum joins one in double; 0: they are doubles. In fp32 the error of the
  /// positions hides what these leave.
  static constexpr bool kRefined = false;
  static constexpr int kTilesTogether = 2;
  /// Two squared distances whose keys differ by no more may be in either order.
  static constexpr std::uint32_t kSlack = 8;

  struct Here {
    Vec3<float> x, v;
  };
  struct There {
    Vec3<float> x, v;
    float mass;
    std::int32_t index;
  };

  TYCHO_HOST_DEVICE static void pack(const tycho::hermite::Motion<double>& m, double mass,
                                     std::int32_t index, Word (&out)[kWords]) {
    out[0] = detail::word(float(m.x.x), float(m.x.y), float(m.x.z), float(mass));
    out[1] = detail::word(float(m.v.x), float(m.v.y), float(m.v.z), same_bits<float>(index));
  }
  TYCHO_HOST_DEVICE static There unpack(const Word (&w)[kWords]) {
    using detail::single;
    return {{single(w[0], 0), single(w[0], 1), single(w[0], 2)},
            {single(w[1], 0), single(w[1], 1), single(w[1], 2)},
            single(w[0], 3),
            same_bits<std::int32_t>(w[1].part[3])};
  }
  TYCHO_HOST_DEVICE static Here here(const Target& t) {
    return {{float(t.x.x), float(t.x.y), float(t.x.z)}, {float(t.v.x), float(t.v.y), float(t.v.z)}};
  }
  TYCHO_HOST_DEVICE static Vec3<float> separation(const Here& here, const There& there) {
    return there.x - here.x;
  }
  /// The separation of the bodies as they are held, without rounding.
  TYCHO_HOST_DEVICE static Vec3<double> exact(const Here& here, const There& there) {
    return Vec3<double>{there.x.x, there.x.y, there.x.z} -
           Vec3<double>{here.x.x, here.x.y, here.x.z};
  }
};

/// precision = ds: positions as pairs of floats, so that their differences are exact to single
/// precision however close two bodies are; the rest in single.
struct Ds {
  using Real = float;
  static constexpr double kFarAway = 1e18;
  static constexpr int kWords = 3;
  static constexpr int kMostBodies = 4;
  static constexpr bool kRefined = true;
  static constexpr int kTilesTogether = 1;
  static constexpr std::uint32_t kSlack = 8;

  struct Here {
    Vec3<float> high, low, v;
  };
  struct There {
    Vec3<float> high, low, v;
    float mass;
    std::int32_t index;
  };

  TYCHO_HOST_DEVICE static float low(double value) {
    return static_cast<float>(value - static_cast<double>(static_cast<float>(value)));
  }
  TYCHO_HOST_DEVICE static void pack(const tycho::hermite::Motion<double>& m, double mass,
                                     std::int32_t index, Word (&out)[kWords]) {
    out[0] = detail::word(float(m.x.x), float(m.x.y), float(m.x.z), float(mass));
    out[1] = detail::word(float(m.v.x), float(m.v.y), float(m.v.z), same_bits<float>(index));
    out[2] = detail::word(low(m.x.x), low(m.x.y), low(m.x.z), 0.0F);
  }
  TYCHO_HOST_DEVICE static There unpack(const Word (&w)[kWords]) {
    using detail::single;
    return {{single(w[0], 0), single(w[0], 1), single(w[0], 2)},
            {single(w[2], 0), single(w[2], 1), single(w[2], 2)},
            {single(w[1], 0), single(w[1], 1), single(w[1], 2)},
            single(w[0], 3),
            same_bits<std::int32_t>(w[1].part[3])};
  }
  TYCHO_HOST_DEVICE static Here here(const Target& t) {
    return {{float(t.x.x), float(t.x.y), float(t.x.z)},
            {low(t.x.x), low(t.x.y), low(t.x.z)},
            {float(t.v.x), float(t.v.y), float(t.v.z)}};
  }
  /// Where the high parts are within a factor of two of each other their difference is exact
  /// (Sterbenz 1974); elsewhere the low parts are below its rounding.
  TYCHO_HOST_DEVICE static Vec3<float> separation(const Here& here, const There& there) {
    return (there.high - here.high) + (there.low - here.low);
  }
  TYCHO_HOST_DEVICE static Vec3<double> exact(const Here& here, const There& there) {
    const auto sum = [](const Vec3<float>& high, const Vec3<float>& low) {
      return Vec3<double>{double(high.x) + low.x, double(high.y) + low.y, double(high.z) + low.z};
    };
    return sum(there.high, there.low) - sum(here.high, here.low);
  }
};

/// precision = fp64.
struct Fp64 {
  using Real = double;
  static constexpr double kFarAway = 1e150;
  static constexpr int kWords = 4;
  static constexpr int kMostBodies = 2;
  static constexpr bool kRefined = false;
  static constexpr int kTilesTogether = 0;
  static constexpr std::uint32_t kSlack = 1;

  struct Here {
    Vec3<double> x, v;
  };
  struct There {
    Vec3<double> x, v;
    double mass;
    std::int32_t index;
  };

  TYCHO_HOST_DEVICE static void pack(const tycho::hermite::Motion<double>& m, double mass,
                                     std::int32_t index, Word (&out)[kWords]) {
    out[0] = detail::word(m.x.x, m.x.y);
    out[1] = detail::word(m.x.z, mass);
    out[2] = detail::word(m.v.x, m.v.y);
    out[3] = detail::word(m.v.z, 0.0);
    out[3].part[2] = same_bits<std::uint32_t>(index);
  }
  TYCHO_HOST_DEVICE static There unpack(const Word (&w)[kWords]) {
    using detail::twofold;
    return {{twofold(w[0], 0), twofold(w[0], 1), twofold(w[1], 0)},
            {twofold(w[2], 0), twofold(w[2], 1), twofold(w[3], 0)},
            twofold(w[1], 1),
            same_bits<std::int32_t>(w[3].part[2])};
  }
  TYCHO_HOST_DEVICE static Here here(const Target& t) { return {t.x, t.v}; }
  TYCHO_HOST_DEVICE static Vec3<double> separation(const Here& here, const There& there) {
    return there.x - here.x;
  }
  TYCHO_HOST_DEVICE static Vec3<double> exact(const Here& here, const There& there) {
    return separation(here, there);
  }
};

}  // namespace tycho::gpu::hermite
