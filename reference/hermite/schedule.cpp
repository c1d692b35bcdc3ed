// Due at a block time are the bodies whose step divides it (core/formulas/block_step.hpp).
#include "reference/hermite/bodies.hpp"

namespace tycho::reference::hermite {

void schedule(const Bodies& b, double t, std::vector<std::int32_t>& due) {
  due.clear();
  for (std::size_t j = 0; j < b.size(); ++j)
    if (tycho::hermite::on_grid(t, b.step[j])) due.push_back(static_cast<std::int32_t>(j));
}

}  // namespace tycho::reference::hermite
