// The pictures of the front: the largest at the side of the first screen, the others in a strip.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/report/figure.hpp"
#include "harness/report/load.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

struct VistaView {
  Figure figure;
  std::string paper;
  std::int64_t particles = 0;
};

/// Of every picture that a paper recommends the last one of the largest run; the one with the most
/// cells first, and of these the one with the most particles.
std::vector<VistaView> vistas_of(const std::vector<const Paper*>& papers, const Evidence& evidence);

}  // namespace tycho::report
