#include "harness/result/picture_levels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tycho::result {

namespace {

constexpr char kNothing = ' ', kNotANumber = '~';

constexpr std::array<char, kPictureLevels> kLevels = [] {
  std::array<char, kPictureLevels> levels{};
  std::size_t count = 0;
  for (char c = '!'; c < kNotANumber; ++c)
    if (c != '"' && c != '\\') levels.at(count++) = c;
  return levels;
}();
static_assert(kLevels.front() == '!' && kLevels.back() == '}');

/// Of logarithms, since the quotient of two ends that a file names may be no number.
double level_step(const PictureLevels& scale) {
  return (std::log(scale.most) - std::log(scale.least)) / (kPictureLevels - 1);
}

}  // namespace

PictureLevels levels_of(std::span<const double> values) {
  PictureLevels scale;
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (const double value : values) {
    if (!(value > 0 && std::isfinite(value))) continue;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  if (most > 0) {
    // A denormal scale has no logarithm of its own: no density is that small.
    scale.most = std::max(most, std::numeric_limits<double>::min());
    scale.least = std::max(
        {least, scale.most * std::pow(10, -kPictureDecades), std::numeric_limits<double>::min()});
  }
  const double step = level_step(scale);
  scale.cells.reserve(values.size());
  for (const double value : values) {
    if (!std::isfinite(value)) {
      scale.cells += kNotANumber;
    } else if (!(value > 0)) {
      scale.cells += kNothing;
    } else {
      const double level = step > 0 ? (std::log(value) - std::log(scale.least)) / step : 0;
      scale.cells += kLevels[static_cast<std::size_t>(
          std::clamp(std::round(level), 0.0, kPictureLevels - 1.0))];
    }
  }
  return scale;
}

std::vector<double> values_of(const PictureRecord& picture) {
  if (picture.value) return *picture.value;
  if (!picture.levels) return {};
  std::array<double, 128> value{};  // of a character; a space is 0
  value[static_cast<std::size_t>(kNotANumber)] = std::numeric_limits<double>::quiet_NaN();
  const double step = level_step(*picture.levels);
  for (std::size_t level = 0; level < kLevels.size(); ++level)
    value[static_cast<std::size_t>(kLevels[level])] =
        std::exp(std::log(picture.levels->least) + step * static_cast<double>(level));
  std::vector<double> values;
  values.reserve(picture.levels->cells.size());
  for (const char cell : picture.levels->cells)
    values.push_back(value[static_cast<unsigned char>(cell) % value.size()]);
  return values;
}

std::size_t not_a_cell(std::string_view cells) {
  const auto other = std::find_if(cells.begin(), cells.end(), [](char c) {
    return c < kNothing || c > kNotANumber || c == '"' || c == '\\';
  });
  return other == cells.end() ? std::string_view::npos
                              : static_cast<std::size_t>(other - cells.begin());
}

}  // namespace tycho::result
