// What a run kept against time: curves, orbits and pictures (docs/formats.md, "a run").
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tycho::result {

/// A value against time, or against whatever the name of the curve says. NaN is spelled null.
struct Curve {
  std::vector<double> t, value;
};

/// Positions, body by body: x[body][i] is where the body was at t[i].
struct Orbits {
  std::vector<double> t;
  std::vector<std::vector<double>> x, y, z;
};

/// The cells of a picture as one character each (picture_levels.hpp), on a logarithmic scale.
struct PictureLevels {
  double least = 1, most = 1;  // the values of the lowest and the highest level
  std::string cells;
};

/// A square of cells, x fastest. Older results have the cells as numbers, newer ones as levels.
struct PictureRecord {
  double t = 0;
  int side = 0;
  std::optional<std::vector<double>> value;
  std::optional<double> redshift;  // of an expanding box
  std::optional<PictureLevels> levels;
};

struct SeriesRecord {
  std::map<std::string, Curve> curves;
  std::optional<Orbits> orbits;
  std::optional<std::vector<PictureRecord>> pictures;

  const Curve* find(const std::string& name) const {
    const auto found = curves.find(name);
    return found == curves.end() ? nullptr : &found->second;
  }
};

}  // namespace tycho::result
