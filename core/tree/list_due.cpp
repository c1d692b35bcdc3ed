#include "core/tree/list_due.hpp"

#include <numeric>

#include "core/parallel_for.hpp"

namespace tycho::tree {

void list_due(std::span<const std::uint8_t> rungs, const Ticks& ticks,
              std::span<const std::int32_t> order, bool by_id, int threads,
              std::vector<std::int32_t>& due) {
  const std::size_t n = order.size();
  std::vector<std::int32_t> slots;  // as the bodies came
  if (by_id) {
    slots.resize(n);
    for (std::size_t j = 0; j < n; ++j) slots[order[j]] = static_cast<std::int32_t>(j);
  }
  const auto slot = [&](std::size_t k) { return by_id ? slots[k] : static_cast<std::int32_t>(k); };
  const auto is_due = [&](std::int32_t j) {
    return ticks.deepest == 0 || ticks.due(rungs[order[j]]);
  };
  // Each thread counts the due of its part, then writes them behind those of the parts before.
  const std::size_t parts = static_cast<std::size_t>(threads);
  std::vector<std::size_t> ends(parts + 1);
  const auto for_part = [&](std::size_t part, const auto& visit) {
    for (std::size_t k = n * part / parts; k < n * (part + 1) / parts; ++k)
      if (const std::int32_t j = slot(k); is_due(j)) visit(j);
  };
  parallel_for(parts, threads, [&](std::ptrdiff_t part) {
    std::size_t count = 0;
    for_part(part, [&](std::int32_t) { ++count; });
    ends[part + 1] = count;
  });
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  due.resize(ends.back());
  parallel_for(parts, threads, [&](std::ptrdiff_t part) {
    std::size_t to = ends[part];
    for_part(part, [&](std::int32_t j) { due[to++] = j; });
  });
}

}  // namespace tycho::tree
