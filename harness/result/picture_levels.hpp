// The cells of a picture as text, one character a cell, so that a picture of 512 cells a side takes
// a quarter of a megabyte. The only place that encodes and decodes.
//
// A space is a cell with nothing in it, '~' one that is not a number. The 91 characters from '!' to
// '}' without the quote and the backslash, in the order of ASCII, are levels from `least` to `most`
// in equal steps of the logarithm. JSON writes each of these characters as itself.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "harness/result/series_record.hpp"

namespace tycho::result {

inline constexpr int kPictureLevels = 91;
/// Decades between the ends of the scale at most: a step between two levels is then 14%, and a cell
/// is off by 6.6% at most. What is darker is written as the lowest level.
inline constexpr double kPictureDecades = 5;

PictureLevels levels_of(std::span<const double> values);

/// The cells of a record, whichever way it holds them.
std::vector<double> values_of(const PictureRecord& picture);

/// The place of the first character that is no cell; npos where all are.
std::size_t not_a_cell(std::string_view cells);

}  // namespace tycho::result
