// The power spectrum of linear density fluctuations today: a primordial power law times the square
// of the transfer function of Eisenstein & Hu (1998, ApJ 496, 605) with the acoustic oscillations
// of the baryons, scaled so that spheres of 8 Mpc / h scatter by sigma_8. k is in 1 / Mpc, lengths
// are in Mpc, P(k) in Mpc^3.
#pragma once

namespace tycho::initial {

struct SpectrumParameters {
  double omega_m, omega_b, h;
  double n_s, sigma_8;
};

class LinearSpectrum {
 public:
  explicit LinearSpectrum(const SpectrumParameters& parameters);

  /// How much of a wave was left of what it would be without light and baryons: 1 for k -> 0.
  double transfer(double k) const;
  double power(double k) const;
  /// The scatter of the density in spheres of this radius, over the mean.
  double sigma(double radius) const;

  /// How far sound went until the baryons were free, Mpc (eq. 6).
  double sound_horizon() const { return sound_horizon_; }

 private:
  double cold_part(double k) const;
  double baryon_part(double k) const;
  /// The form that both parts share (eqs. 19 and 20).
  double pressureless(double k, double alpha, double beta) const;

  double n_s_, baryon_share_, amplitude_ = 1;
  double k_equality_, sound_horizon_, k_silk_;
  double alpha_c_, beta_c_, alpha_b_, beta_b_, beta_node_;
};

}  // namespace tycho::initial
