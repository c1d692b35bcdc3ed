#include "harness/compare/machines.hpp"

#include <algorithm>
#include <map>

#include "core/joined.hpp"
#include "harness/result/short_commit.hpp"

namespace tycho::compare {

namespace {

using nlohmann::json;

std::string shown(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// What the results of a side say, in the order in which it is first said.
struct Said {
  std::string at;
  std::vector<std::string> before, after;
};

void add(const std::string& value, std::vector<std::string>& values) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

/// Adds what a provenance says to one of the sides of `all`.
void walk(const json& value, const std::string& at, std::vector<std::string> Said::*side,
          std::vector<Said>& all) {
  if (value.is_object()) {
    // A clock that was measured is another each time, on one machine too.
    const bool measured = value.value("clock_source", "") == "measured";
    for (const auto& [key, inner] : value.items())
      if (key != "date" && !(measured && key == "clock_mhz"))
        walk(inner, at.empty() ? key : at + " " + key, side, all);
    return;
  }
  auto said = std::find_if(all.begin(), all.end(), [&](const Said& s) { return s.at == at; });
  if (said == all.end()) said = all.insert(all.end(), Said{at, {}, {}});
  add(shown(value), (*said).*side);
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
  std::map<std::string, std::vector<Said>> papers;
  for (const Measurement& measurement : base.measurements)
    for (const result::Result& before : measurement.results)
      walk(to_json(before.provenance), "", &Said::before, papers[before.paper]);
  for (const Measurement& measurement : fresh.measurements)
    for (const result::Result& after : measurement.results)
      if (const auto known = papers.find(after.paper); known != papers.end())
        walk(to_json(after.provenance), "", &Said::after, known->second);
  std::vector<std::string> lines;
  for (const auto& [paper, all] : papers)
    for (const Said& said : all)
      if (!said.before.empty() && !said.after.empty() &&
          (said.before != said.after || said.before.size() > 1))
        add(said.at + ": " + joined(said.before, " | ") + ", then " + joined(said.after, " | "),
            lines);
  return lines;
}

}  // namespace tycho::compare
