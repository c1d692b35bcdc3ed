// The short range of Ewald's sum on one body: with u = alpha r,
//
//   acc = sum of m r (1 / r^3 - alpha^3 P(u^2)),   pot = sum of m (-1 / r + alpha Q(u^2))
//   P = (erf(u) - 2 u exp(-u^2) / sqrt(pi)) / u^3,   Q = erf(u) / u
//
// What the waves hold, P and Q, is smooth: polynomials of kTerms terms in u^2. Within h the spline
// stands for 1 / r^3 and -1 / r.
#pragma once

#include <array>
#include <vector>

#include "core/formulas/multipole.hpp"

namespace tycho {

/// Bodies around a place, those that may be within h in front.
struct EwaldNeighbours {
  std::vector<double> x, y, z, mass;
  std::size_t near = 0;

  void clear();
  /// Adds those of `others` from `first` to before `end`, each moved by `shift`.
  void add(const EwaldNeighbours& others, std::size_t first, std::size_t end,
           const Vec3<double>& shift);
};

class EwaldPairs {
 public:
  /// Sums pairs as far as alpha r = reach.
  EwaldPairs(double alpha, double reach, double softening);

  /// On a body of mass `own` at `at`, which is one of the neighbours: what it does to itself
  /// through the waves is taken away with theirs.
  tree::Pull<double> pull(const Vec3<double>& at, double own, const EwaldNeighbours& all) const;

 private:
  static constexpr int kTerms = 20;
  using Terms = std::array<double, kTerms>;

  tree::Pull<double> within_softening(const Vec3<double>& at, double own,
                                      const EwaldNeighbours& all) const;

  double cut_sq_, h_;
  Terms force_, potential_;  // alpha^3 P and alpha Q in t = 2 r^2 / cut^2 - 1
};

}  // namespace tycho
