// One table or figure of a paper: what it published, what was measured, and the drawing of both.
#pragma once

#include <string>
#include <vector>

#include "harness/report/document.hpp"
#include "harness/report/figure.hpp"
#include "harness/report/grid.hpp"

namespace tycho::report {

struct Exhibited {
  std::vector<Figure> figures;
  std::vector<Table> tables;  // on the page
  std::vector<Table> files;   // in tables/ only: every number with all its digits
  CellCounts cells;
  std::string sentence;  // what to see in it
  std::string absent;    // why there is nothing to see
};

Exhibited make_exhibit(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence);

/// What a reader is to see in a grid, from its numbers; empty where nothing is to be said.
std::string grid_sentence(const Exhibit& exhibit, const Paper& paper, const Grid& grid);

/// The same of an exhibit of curves with a pair to hold against each other.
std::string pair_sentence(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence);
/// The two runs of which that sentence speaks; none where there is no pair.
std::vector<const Run*> paired_runs(const Exhibit& exhibit, const Paper& paper,
                                    const Evidence& evidence);

/// The panels of an exhibit: itself where it has one.
std::vector<Exhibit> panels_of(const Exhibit& exhibit);

/// A value of the x axis: thousands apart where it counts bodies.
std::string x_text(const Exhibit& exhibit, double x);

std::vector<Figure> make_figures(const Exhibit& exhibit, const Paper& paper,
                                 const Evidence& evidence);

/// Those of an exhibit of orbits or pictures.
std::vector<Figure> figures_of_space(const Exhibit& exhibit, const Paper& paper,
                                     const Evidence& evidence);

std::vector<Figure> picture_figures(const Exhibit& exhibit, const Paper& paper,
                                    const Evidence& evidence);

/// The figure of one run alone, without panels: neither machines nor sizes must draw over each
/// other. `drawn` are all runs that have a figure in the exhibit.
Figure figure_of_run(const Run& run, const std::vector<const Run*>& drawn, const std::string& name,
                     const Exhibit& exhibit);

/// Of a path or a curve: more would not be seen at the size of the figure, and pages stay small.
inline constexpr std::size_t kMostPoints = 1000;

/// The runs of an exhibit of curves, those without a curve too, each as a cell. Where several cases
/// have a curve of one label and size on one machine, those of the case that a table would show
/// (choice.hpp).
std::vector<GridCell> runs_with_curves(const Exhibit& exhibit, const Paper& paper,
                                       const Evidence& evidence);

/// The columns that an exhibit's published values come from, as the paper orders them; one column
/// without a name where the values name none.
std::vector<std::string> published_columns(const Exhibit& exhibit, const Paper& paper);

/// Of a quantity "series:half_mass_disc|disc_thickness": each is a curve of its own.
std::vector<std::string> series_names(const Exhibit& exhibit);
std::string curve_label(const Exhibit& exhibit, const Run& run, const std::string& series);

/// "recorded on NVIDIA H200 on 2026-11-15, not measured here", or nothing.
std::string recorded_note(const Machine& machine);
/// A machine's name; of a recorded machine also that nothing was measured there now.
Cell machine_cell(const Machine& machine);

/// N/p as printed, marked where every multiprocessor of a GPU has a thread block: of the paper's
/// GPU and of those of the results.
std::vector<Table> threshold_tables(const Exhibit& exhibit, const Paper& paper,
                                    const Evidence& evidence);

/// One quantity of each run against another.
Exhibited trade_exhibit(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence);

/// The best GPU code beside three CPU columns, and its speed-up over each; a column that no result
/// fills is left out.
Exhibited contest_exhibit(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence);

/// Several quantities of a few runs.
Exhibited runs_exhibit(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence);

/// Stages against kinds of runs.
Exhibited stage_table(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence);

}  // namespace tycho::report
