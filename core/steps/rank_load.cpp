#include "core/steps/rank_load.hpp"

#include <algorithm>

namespace tycho::tree {

Rungs of_all(const Rungs& mine, Ranks& ranks) {
  return {static_cast<int>(ranks.largest(mine.deepest)), ranks.sum(mine.floored)};
}

std::vector<std::int64_t> work_of_a_step(std::span<const std::int64_t> interactions,
                                         std::span<const std::uint8_t> rungs) {
  constexpr int kDeepest = 20;  // what is far below weighs no more: sums must fit 64 bits
  std::vector<std::int64_t> work(interactions.begin(), interactions.end());
  for (std::size_t i = 0; i < work.size(); ++i) work[i] <<= std::min<int>(rungs[i], kDeepest);
  return work;
}

void RankLoad::settle(std::size_t bodies, const Imported& imported, const Walked& mine,
                      Ranks& ranks) {
  const auto sum = [&](double count) {
    return static_cast<double>(ranks.sum(static_cast<std::int64_t>(count)));
  };
  walked_ = {sum(mine.walks), sum(mine.with_cells), sum(mine.with_bodies), sum(mine.missing)};
  const auto most = [&](std::int64_t count) { return static_cast<double>(ranks.largest(count)); };
  Traffic traffic;
  for (const Counted& counted : counted_) {
    const std::int64_t times = std::max<std::int64_t>(counted.times, 1);
    traffic.bytes += counted.traffic.bytes / times;
    traffic.messages += counted.traffic.messages / times;
  }
  counters_ = {{"particles_a_rank", most(static_cast<std::int64_t>(bodies))},
               {"imported_cells", most(imported.cells)},
               {"imported_bodies", most(imported.bodies)},
               {"received_bytes", most(traffic.bytes)},
               {"received_messages", most(traffic.messages)},
               {"opened_missing_cells", walked_.missing}};
}

void RankLoad::add_counters(std::map<std::string, double>& counters) const {
  counters.insert(counters_.begin(), counters_.end());
}

}  // namespace tycho::tree
