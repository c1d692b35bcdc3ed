// The pictures of the front: the largest at the side of the first screen, the others in rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/report/figure.hpp"
#include "harness/report/load.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

struct VistaView {
  std::string text;             // what it is, of how many particles, and where it was made
  std::vector<Figure> figures;  // one for each time that is shown, the last one last
  std::string paper;
  std::int64_t particles = 0;

  const Figure& last() const { return figures.back(); }
  /// Whether colours mean the same at all times that are shown.
  bool one_scale() const;
};

/// What each paper recommends, of the largest run; the one with the most cells first, and of these
/// the one with the most particles.
std::vector<VistaView> vistas_of(const std::vector<const Paper*>& papers, const Evidence& evidence);

}  // namespace tycho::report
