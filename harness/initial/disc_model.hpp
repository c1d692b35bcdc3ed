// A thin exponential disc in rotation (Freeman 1970; Toomre 1964; Binney & Tremaine 2008, 2.6.1 and
// 6.2.3), G = 1: what speeds and dispersions its stars have at a radius.
#pragma once

namespace tycho::initial {

struct DiscModel {
  double mass;       // of the endless disc
  double scale;      // R_d of exp(-R / R_d)
  double thickness;  // z_0 of sech^2(z / z_0)
  double toomre_q;   // sigma_R kappa / (3.36 G Sigma): below about 1 rings grow, below 2 arms

  double surface_density(double radius) const;
  double circular_speed(double radius) const;
  double angular_speed(double radius) const { return circular_speed(radius) / radius; }
  double epicyclic_frequency(double radius) const;
  /// Dispersions: along the radius by Toomre's Q, around by the epicycle's shape, across by
  /// balance.
  double radial_dispersion(double radius) const;
  double azimuthal_dispersion(double radius) const;
  double vertical_dispersion(double radius) const;
  /// The mean speed around: slower than on a circle, since the dispersions carry part of the
  /// weight.
  double mean_rotation(double radius) const;
};

}  // namespace tycho::initial
