#include "harness/compare/machines.hpp"

#include <algorithm>

#include "harness/result/short_commit.hpp"

namespace tycho::compare {

namespace {

using nlohmann::json;

std::string shown(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void walk(const json& before, const json& after, const std::string& at,
          std::vector<std::string>& lines) {
  if (before.is_object() && after.is_object()) {
    // A clock that was measured is another each time, on one machine too.
    const bool measured = before.value("clock_source", "") == "measured";
    for (const auto& [key, value] : before.items())
      if (after.contains(key) && key != "date" && !(measured && key == "clock_mhz"))
        walk(value, after.at(key), at.empty() ? key : at + " " + key, lines);
    return;
  }
  if (before == after) return;
  const std::string line = at + ": " + shown(before) + ", then " + shown(after);
  if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
}

}  // namespace

std::string describe(const Side& side) {
  const result::Provenance& first = side.results().front().provenance;
  std::string words = side.measurements.front().origin + ": " + first.machine + ", commit " +
                      result::short_commit(first.build.commit) + ", " + first.date.substr(0, 10);
  if (side.measurements.size() > 1)
    words += ", measured " + std::to_string(side.measurements.size()) + " times";
  return words;
}

std::vector<std::string> differences(const Side& base, const Side& fresh) {
  std::vector<std::string> lines;
  for (const Side* side : {&base, &fresh})
    for (const Measurement& measurement : side->measurements)
      for (const result::Result& after : measurement.results)
        for (const result::Result& before : base.results())
          if (before.paper == after.paper)
            walk(to_json(before.provenance), to_json(after.provenance), "", lines);
  return lines;
}

}  // namespace tycho::compare
