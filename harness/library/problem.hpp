// What `tycho try` sets a library of each contract: the settings of its tests, and how the answer
// is known where the contract's method is an approximation.
#pragma once

#include <optional>
#include <string_view>

#include "core/settings.hpp"

namespace tycho::library {

struct Problem {
  std::string_view contract;
  /// Gives what the tests set beside the step and the softening.
  void (*give)(Settings& settings) = nullptr;
  /// Makes the reference's settings those of the truth; null where the reference is it.
  void (*make_exact)(Settings& settings) = nullptr;
  /// The steps that the truth takes for one of the others.
  int finer = 1;
  /// How far the orders of the library's and the reference's error may be apart.
  double order_limit = 0.15;
};

/// None where there are no tests of the contract.
std::optional<Problem> problem_of(std::string_view contract);

/// Names of the contracts that problem_of() knows, as a text for people.
std::string_view tried_contracts();

}  // namespace tycho::library
