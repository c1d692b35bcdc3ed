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

/// A square of cells, x fastest.
struct PictureRecord {
  double t = 0;
  int side = 0;
  std::vector<double> value;
  std::optional<double> redshift;  // of an expanding box
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
