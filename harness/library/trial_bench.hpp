// A library beside the reference: both run from one start, and how far apart they may end.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/traits.hpp"
#include "harness/library/given.hpp"

namespace tycho::library {

/// A number as the words of a trial have it.
std::string three_digits(double value);

class TrialBench {
 public:
  // A step moves velocities by some hundredths of themselves, so that a force that lacks one body
  // of 257, a part in 257, stands a hundred times above the roundings of single precision.
  static constexpr double kStep = 0.01, kSoftening = 0.1;

  TrialBench(const Given& given, const Implementation& reference, const TrialProblem& problem)
      : given_(given), reference_(reference), problem_(problem) {}

  Backend backend() const;
  std::unique_ptr<Algorithm> library(double dt = kStep) const;
  std::unique_ptr<Algorithm> reference(double dt = kStep) const;

  /// What an algorithm holds, in the order of the bodies that it was given.
  static Particles stored(Algorithm& algorithm, const Particles& like);
  /// Loads the bodies, takes the steps and stores.
  static Particles after(Algorithm& algorithm, std::span<const Stage> stages,
                         const Particles& start, int steps);
  Particles reference_after(const Particles& start, int steps) const;
  /// The reference itself where its method is no approximation.
  Particles truth_after(const Particles& start, int steps) const;

  /// Throws where the changes of velocities or positions are further off than roundings allow,
  /// against the largest change of any body, or where masses have changed. With
  /// `approximate`, the reference's approximation of `exact` (null: of `want`), the library may be
  /// off by three times as much as the reference besides.
  void require_near(const Particles& start, const Particles& got, const Particles& want,
                    const std::string& when, const Particles* approximate = nullptr,
                    const Particles* exact = nullptr) const;

 private:
  void give(Settings& settings, double dt) const;
  Settings settings(double dt) const;
  Settings reference_settings(double dt) const;

  const Given& given_;
  const Implementation& reference_;
  const TrialProblem& problem_;
};

}  // namespace tycho::library
