// Bodies of a galaxy that leave the box of a mesh come in at the other side, where they do not
// belong: a box must be large enough that few do.
#include "harness/checks/components.hpp"
#include "harness/checks/kinds.hpp"

namespace tycho::checks {

const Kind& crossings() {
  static const Kind kind{
      "crossings",
      "the part of a galaxy's bodies that have left the box, and come in at another side",
      {},
      Needs::kEvolution,
      [](const terms::CheckSpec&, const Observed& observed) {
        if (observed.components.size() < 2) return lacking("components");
        const Components& end = observed.components.back();
        return Measured{end.crossed, {{"until", end.t}}};
      }};
  return kind;
}

}  // namespace tycho::checks
