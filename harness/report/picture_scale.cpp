#include "harness/report/picture_scale.hpp"

#include <algorithm>
#include <cmath>

namespace tycho::report {

namespace {

constexpr double kMostDrawn = 1e300;  // no density, and too near to what is no number

/// The cells with something in them, of all pictures, in no order.
std::vector<double> filled_cells(const std::vector<const std::vector<double>*>& pictures) {
  std::vector<double> cells;
  for (const std::vector<double>* picture : pictures)
    for (const double value : *picture)
      if (value > 0 && value < kMostDrawn) cells.push_back(value);
  return cells;
}

double percentile(std::vector<double>& cells, double part) {
  const auto at =
      cells.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(cells.size() - 1));
  std::nth_element(cells.begin(), at, cells.end());
  return *at;
}

/// The mean of a picture over blocks, as many along a side.
std::vector<double> blocks_of(const Image& image, int along) {
  std::vector<double> sum(static_cast<std::size_t>(along) * along), count(sum.size());
  for (int row = 0; row < image.height; ++row) {
    for (int column = 0; column < image.width; ++column) {
      const auto block = static_cast<std::size_t>(row * along / image.height * along +
                                                  column * along / image.width);
      const double value = image.value[static_cast<std::size_t>(row) * image.width + column];
      if (std::isfinite(value)) sum[block] += value;
      ++count[block];
    }
  }
  for (std::size_t block = 0; block < sum.size(); ++block) sum[block] /= count[block];
  return sum;
}

}  // namespace

ColourRange range_of_stars(const std::vector<const std::vector<double>*>& pictures) {
  constexpr double kFourDecades = 1e-4;
  const std::vector<double> cells = filled_cells(pictures);
  if (cells.empty()) return {};
  const double most = *std::max_element(cells.begin(), cells.end());
  return {kFourDecades * most, most};
}

ColourRange range_of_web(const std::vector<const std::vector<double>*>& pictures) {
  constexpr double kDarkest = 0.01, kBrightest = 0.9995;
  // Particles in voids so empty that cells hold single ones tell nothing below this.
  constexpr double kDepth = 1e-3;
  std::vector<double> cells = filled_cells(pictures);
  if (cells.empty()) return {};
  const double most = percentile(cells, kBrightest);
  const double least = std::max(percentile(cells, kDarkest), kDepth * most);
  // Cells that are all the same fill the middle of a narrow scale.
  return least < most ? ColourRange{least, most} : ColourRange{0.9 * most, 1.1 * most};
}

bool look_alike(const Image& a, const Image& b, const ColourRange& range) {
  constexpr int kBlocks = 32;
  constexpr double kUnseen = 0.02;  // of the scale, in the mean over the blocks
  const int along = std::min({kBlocks, a.width, b.width});
  if (along < 1) return false;
  Panel panel;
  panel.z.least = range.least;
  panel.z.most = range.most;
  const std::vector<double> first = blocks_of(a, along), second = blocks_of(b, along);
  double difference = 0;
  for (std::size_t block = 0; block < first.size(); ++block)
    difference += std::abs(shade(panel, first[block]) - shade(panel, second[block]));
  return difference <= kUnseen * static_cast<double>(first.size());
}

}  // namespace tycho::report
