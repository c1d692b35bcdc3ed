// The pull of an exponential disc with a sech^2 profile across, exactly: by Hankel transform along
// the radius (Binney & Tremaine 2008, 2.6.2, with the profile folded in), as tables. G = 1.
#pragma once

#include <vector>

namespace tycho::initial {

struct ThickDisc {
  double mass;       // of the endless disc
  double scale;      // R_d of exp(-R / R_d)
  double thickness;  // z_0 of sech^2(z / z_0)

  double surface_density(double radius) const;
  double density(double radius, double z) const;
  /// Mass inside a sphere: what the spherical average of the disc pulls with.
  double mass_in_sphere(double r) const;
};

/// Pulls of the disc on a grid: radii from 0 to `edge`, heights from 0 to `kHeights` thicknesses.
class DiscPull {
 public:
  static constexpr int kRadii = 160;
  static constexpr int kHeights = 10;
  static constexpr int kPerThickness = 8;

  DiscPull(const ThickDisc& disc, double edge);

  int heights() const { return kHeights * kPerThickness; }
  double radius(int i) const { return edge_ * i / kRadii; }
  double height(int j) const { return thickness_ * j / kPerThickness; }
  /// Towards the axis and towards the plane: both positive.
  double inward(int i, int j) const { return inward_[index(i, j)]; }
  double downward(int i, int j) const { return downward_[index(i, j)]; }

 private:
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(heights() + 1) +
           static_cast<std::size_t>(j);
  }
  double edge_, thickness_;
  std::vector<double> inward_, downward_;
};

}  // namespace tycho::initial
