// Bodies to the rank that their place belongs to, and all of them together. Each rank has its
// bodies in the order they were loaded in, so that sorting takes bodies of equal keys as one rank
// would.
//
// `Bodies` is a struct of arrays with: `given` (the index of each body among those loaded), a type
// Record, record(i), append(record), picked(order) and size().
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/ranks/share.hpp"

namespace tycho::domains {

template <typename Bodies>
Bodies in_order_given(Bodies bodies) {
  std::vector<std::int32_t> order(bodies.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::int32_t a, std::int32_t b) { return bodies.given[a] < bodies.given[b]; });
  return bodies.picked(order);
}

/// Of all bodies, which every rank has loaded, the part that this rank begins with.
template <typename Bodies>
Bodies share_of_all(Bodies all, const Ranks& ranks) {
  all.given.resize(all.size());
  std::iota(all.given.begin(), all.given.end(), std::int64_t{0});
  const Share mine = share_of(all.size(), ranks);
  std::vector<std::int32_t> order(mine.size());
  std::iota(order.begin(), order.end(), static_cast<std::int32_t>(mine.first));
  return all.picked(order);
}

/// Body i goes to rank owner[i]. There are `all` bodies on all ranks together. Collective.
template <typename Bodies>
void migrate(std::span<const int> owner, std::size_t all, Ranks& ranks, Bodies& bodies) {
  using Record = typename Bodies::Record;
  std::vector<std::vector<Record>> to(static_cast<std::size_t>(ranks.size()));
  std::vector<std::int32_t> staying;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (owner[i] == ranks.rank())
      staying.push_back(static_cast<std::int32_t>(i));
    else
      to[static_cast<std::size_t>(owner[i])].push_back(bodies.record(i));
  }
  const bool leaving = staying.size() < bodies.size();
  const std::vector<std::vector<Record>> from = ranks.all_to_all(to);
  const bool coming = std::any_of(from.begin(), from.end(), [](auto& r) { return !r.empty(); });
  if (leaving) bodies = bodies.picked(staying);
  for (const std::vector<Record>& records : from)
    for (const Record& record : records) bodies.append(record);
  if (coming) bodies = in_order_given(std::move(bodies));
  const std::int64_t now = ranks.sum(static_cast<std::int64_t>(bodies.size()));
  if (now != static_cast<std::int64_t>(all))
    throw std::logic_error("migrate: " + std::to_string(all) + " bodies before, " +
                           std::to_string(now) + " after");
}

/// The bodies of all ranks, in the order they were loaded in. Collective.
template <typename Bodies>
Bodies gathered(const Bodies& mine, std::size_t all, Ranks& ranks) {
  using Record = typename Bodies::Record;
  std::vector<Record> records;
  for (std::size_t i = 0; i < mine.size(); ++i) records.push_back(mine.record(i));
  records = ranks.all_gather(std::span<const Record>(records));
  Bodies bodies = mine.picked({});
  for (const Record& record : records) bodies.append(record);
  bodies = in_order_given(std::move(bodies));
  for (std::size_t i = 0; i < std::max(all, bodies.size()); ++i)
    if (i >= all || i >= bodies.size() || bodies.given[i] != static_cast<std::int64_t>(i))
      throw std::logic_error("ranks: body " + std::to_string(i) + " of " + std::to_string(all) +
                             " is not on one rank");
  return bodies;
}

/// A value of each body of all ranks, in the order the bodies were loaded in. Collective.
template <typename Value>
std::vector<Value> gathered(const std::vector<Value>& mine, const std::vector<std::int64_t>& given,
                            Ranks& ranks) {
  const std::vector<Value> values = ranks.all_gather(std::span<const Value>(mine));
  const std::vector<std::int64_t> places = ranks.all_gather(std::span<const std::int64_t>(given));
  std::vector<Value> all(values.size());
  for (std::size_t i = 0; i < all.size(); ++i) all.at(places[i]) = values[i];
  return all;
}

}  // namespace tycho::domains
