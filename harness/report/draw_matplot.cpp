// Draws a figure with Matplot++. Compiled in where CMake finds the package.
#include <stdexcept>

#include "harness/report/draw.hpp"

namespace tycho::report {

#ifndef TYCHO_HAVE_MATPLOT
bool have_matplot() { return false; }
void draw_with_matplot(const Figure&, const std::filesystem::path&) {
  throw std::runtime_error("this build has no Matplot++");
}
#endif

}  // namespace tycho::report
