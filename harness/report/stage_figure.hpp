// A table of stages as the paper draws it: the time lines of steps as stacked bars, or a group of
// bars a stage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/report/cell_text.hpp"
#include "harness/report/figure.hpp"

namespace tycho::report {

struct StageBar {
  std::optional<Estimate> value;
  bool untold = false;  // rests on threads that nobody bound to cores
  bool noise = false;   // a speed-up over or of a noisy time: it is a range
};

/// `bars` is [row][column], of the first machine. Nothing where none of them has a value.
std::optional<Figure> stage_figure(const Exhibit& exhibit, const Paper& paper,
                                   const std::vector<std::vector<StageBar>>& bars,
                                   const Unit& unit);

/// The longest stage, or the one that gains most, of every column that is drawn or, without a
/// figure, shown.
std::string stage_sentence(const Exhibit& exhibit, const std::vector<std::vector<StageBar>>& bars);

}  // namespace tycho::report
