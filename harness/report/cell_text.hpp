// What stands in a cell of an exhibit: a number in the unit of its table, a mark for its state, and
// in small print its interval and steps. Sentences stand below the table.
#pragma once

#include <string>
#include <vector>

#include "harness/report/document.hpp"
#include "harness/report/factor.hpp"
#include "harness/report/grid.hpp"

namespace tycho::report {

inline constexpr const char* kPartMark = "\u25d0";   // part of the steps was run
inline constexpr const char* kNoisyMark = "\u2248";  // its interval is wide
inline constexpr const char* kSkippedMark = "\u2013";
inline constexpr const char* kUntoldMark = "\u2020";  // rests on threads that nobody bound to cores
inline constexpr const char* kPartMeans = ": not all of the steps were run; the total follows.";
inline constexpr const char* kNoisyMeans =
    ": from end to end the 95% interval is wider than a tenth of the time.";
/// What stands for the interval where order statistics give none of 95%.
inline constexpr const char* kFewSamples =
    "of two to five samples the interval is from the least to the greatest, which holds the median "
    "with 50, 75, 88 and 94%";
inline constexpr const char* kUntoldMeans =
    ": rests on CPU threads that were not bound to cores. Such a time can be many times too long, "
    "and a factor over it as many times too large.";

/// A time of a run, marked where its interval is too wide and where it rests on threads that nobody
/// bound to cores.
Cell time_cell(const Run& run, const Estimate& time);
/// What follows from a time of a run, with the mark of such threads; without a text nothing.
Cell from_time_cell(const Run& run, const std::string& text);
/// The mark, after a space, of what rests on threads that nobody bound to cores; else nothing.
std::string untold_mark(bool untold);
/// A sentence, and after it what the mark means where the sentence has it.
std::string with_untold_explained(const std::string& sentence);
/// Adds what the marks of noise, of a part of the steps and of unbound threads mean to the notes of
/// a table that has them.
void explain_marks(Table& table);
/// Whether the text of a cell has the mark.
bool has_mark(const Table& table, const char* mark);

/// Without the columns in which no row has anything but the mark of what was skipped.
void drop_empty_columns(Table& table);

/// What all cells of a column that hold something say in small print, "as printed", stands in its
/// head instead.
void lift_note(Table& table, std::size_t column);

/// The unit in the head of a table. A time takes one for all its numbers: seconds, or less where
/// every number would begin with zeros.
struct Unit {
  std::string name;
  double size = 1;

  std::string head() const { return name.empty() ? "" : " [" + name + "]"; }
  std::string text(double value) const;
};
Unit unit_for(const Exhibit& exhibit, const std::vector<double>& values);

/// Whether a quantity is a time of a step, or follows from one.
bool is_per_step(const std::string& quantity);

/// "±2.0%", "once" where one window was timed; nothing of a number that has no scatter.
std::string interval_note(const Unit& unit, const Estimate& value, const Times* timing);

/// What a cell shows, as a side of a factor.
Known known(const Exhibit& exhibit, const GridCell& cell);

/// A factor with its marks; of a noisy one what it lies between, and no number of its own.
Cell factor_cell(const Known& factor, const std::string& marks);

/// `steps`: say in the cell over how many a quantity per step was measured.
Cell present(const Exhibit& exhibit, const GridCell& cell, const Unit& unit, bool steps);

/// Of times that follow from another run's (Times::not_its_own), how: "Timed at 8 epochs of the
/// run of gpu-device".
std::string whence_note(const Times& timing);

/// "20 steps" where all measured cells are of so many; empty where they are not.
std::string shared_steps(const Grid& grid);

/// Which runs stand in cells that others could fill too, by what decided between them.
std::vector<std::string> chosen_notes(const Exhibit& exhibit,
                                      const std::vector<const GridCell*>& cells);

/// Below the table: what its marks mean, over how many steps its cells were measured, and why some
/// are empty.
std::vector<std::string> notes_of(const Exhibit& exhibit, const Grid& grid);

}  // namespace tycho::report
