// How far processes that measure one program lie apart: memory lies elsewhere, another clock,
// another neighbour. Samples of one process do not show it; several processes do.
//
// The unit is the logarithm of a process's median, so that 0.01 is 1% of a stage's time.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace tycho::statistics {

/// What measurements of one row (the step or a stage of a run) say of its spread: the sum of the
/// squares of deviations, each from the mean of its own group of processes, and the number of
/// deviations that are free.
struct Scatter {
  double squares = 0;
  int degrees_of_freedom = 0;

  void add(std::span<const double> group);
  void add(const Scatter& other);
};

struct RowScatter {
  std::string kind;  // rows of a kind lend each other what they know
  int run = 0;       // rows of one run share their processes
  Scatter scatter;
};

struct Spread {
  double sigma = 0;  // of one process
  int degrees_of_freedom = 0;

  /// What fewer degrees of freedom say of it is nothing.
  bool known() const { return degrees_of_freedom >= 3; }
};

/// Rows of a few processes each know their own spread badly, and it may look small by chance. What
/// all rows of a kind have in common is worth `d0` further degrees of freedom at a spread of `s0`,
/// `d0` the larger the better the rows agree: Smyth (2004), section 6.2. Of the kind no more
/// degrees of freedom are taken than the other runs have. A row with fewer than eight of its own is
/// not taken for quieter than half of its kind, where that is three runs or more.
std::vector<Spread> learn_spreads(std::span<const RowScatter> rows);

/// No process repeats its times more closely than this.
inline constexpr double kLeastSpread = 0.0005;

}  // namespace tycho::statistics
