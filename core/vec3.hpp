// A small vector for host and device.
#pragma once

#include "core/attributes.hpp"

namespace tycho {

template <typename Real>
struct Vec3 {
  Real x{}, y{}, z{};

  TYCHO_HOST_DEVICE constexpr Vec3& operator+=(const Vec3& b) {
    x += b.x;
    y += b.y;
    z += b.z;
    return *this;
  }
  TYCHO_HOST_DEVICE constexpr Vec3& operator-=(const Vec3& b) {
    x -= b.x;
    y -= b.y;
    z -= b.z;
    return *this;
  }
  friend TYCHO_HOST_DEVICE constexpr Vec3 operator+(Vec3 a, const Vec3& b) { return a += b; }
  friend TYCHO_HOST_DEVICE constexpr Vec3 operator-(Vec3 a, const Vec3& b) { return a -= b; }
  friend TYCHO_HOST_DEVICE constexpr Vec3 operator*(Real s, const Vec3& a) {
    return {s * a.x, s * a.y, s * a.z};
  }
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

template <typename Real>
TYCHO_HOST_DEVICE constexpr Real dot(const Vec3<Real>& a, const Vec3<Real>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <typename Real>
TYCHO_HOST_DEVICE constexpr Vec3<Real> cross(const Vec3<Real>& a, const Vec3<Real>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace tycho
