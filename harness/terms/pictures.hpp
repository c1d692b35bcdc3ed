// When an evolution has its picture taken.
#pragma once

#include <vector>

namespace tycho::terms {

struct Pictures {
  int number = 0;  // at even distances over the looks, the ends included; 0: none
  /// Of a universe, instead of a number: the redshifts, falling. A picture is taken after the whole
  /// step that ends nearest to each.
  std::vector<double> redshifts{};
};

}  // namespace tycho::terms
