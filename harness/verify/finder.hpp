// Numbers that do not follow from those beside them, as findings.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "harness/result/key_of.hpp"
#include "harness/result/seven_digits.hpp"
#include "harness/result/where.hpp"
#include "harness/verify/verify.hpp"

namespace tycho::verify {

// Samples and medians of visits are stored with seven digits; sums and products of stored numbers
// with all of theirs.
inline constexpr double kOfSamples = 2e-6, kOfProducts = 1e-9;

inline bool close(double a, double b, double tolerance, double scale = 0) {
  return std::abs(a - b) <= tolerance * std::max({std::abs(a), std::abs(b), scale});
}

class Finder {
 public:
  explicit Finder(Findings& findings) : findings_(findings) {}

  void add(const result::Where& at, const std::string& what) {
    findings_.push_back({at.pointer(), what});
  }

  // A member of a record must be what follows from the numbers beside it. One that is not known, or
  // that is not a number because a time is 0, says nothing.
  template <typename Record, typename Member>
  void follows(const result::Where& at, const Record& record, const Member& member, double expected,
               const std::string& from, double tolerance = kOfProducts, double scale = 0) {
    const std::optional<double> value = member;
    if (!value || std::isnan(*value) || close(*value, expected, tolerance, scale)) return;
    add(result::place(at, record, member), "is " + result::seven_digits(*value) + ", but " + from +
                                               " is " + result::seven_digits(expected));
  }

 protected:
  Findings& findings_;
};

}  // namespace tycho::verify
