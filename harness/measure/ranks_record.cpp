#include "harness/measure/ranks_record.hpp"

#include <algorithm>
#include <cstring>

namespace tycho::measure {

namespace {

std::vector<double> of_all(Ranks& ranks, double mine) {
  return ranks.all_gather(std::span<const double>(&mine, 1));
}

/// To the bit, so that NaN is like NaN.
bool alike(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [&](double value) {
    return std::memcmp(&value, &values.front(), sizeof value) == 0;
  });
}

}  // namespace

void record_ranks(result::RunOutcome& record, const Timing& timing) {
  Ranks& ranks = *timing.ranks;
  result::ProcessesRecord& processes = record.processes.emplace();
  const auto steps = static_cast<double>(std::max<std::int64_t>(timing.steps_marked, 1));
  processes.messages = of_all(ranks, static_cast<double>(timing.received.messages) / steps);
  processes.bytes = of_all(ranks, static_cast<double>(timing.received.bytes) / steps);
  if (!record.counters) return;
  std::map<std::string, std::vector<double>> own;
  for (const auto& [name, value] : *record.counters) {
    std::vector<double> values = of_all(ranks, value.value());
    if (!alike(values)) own[name] = std::move(values);
  }
  for (const auto& [name, values] : own) record.counters->erase(name);
  if (!own.empty()) processes.counters = std::move(own);
}

}  // namespace tycho::measure
