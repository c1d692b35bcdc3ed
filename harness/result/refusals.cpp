#include "harness/result/refusals.hpp"

#include <set>

#include "harness/result/picture_levels.hpp"

namespace tycho::result {

namespace {

void must_hold(std::size_t found, std::size_t expected, const char* what, const Where& at,
               Findings& findings) {
  if (found != expected)
    findings.push_back({at.pointer(), "must hold " + std::to_string(expected) + " " + what +
                                          ", not " + std::to_string(found)});
}

}  // namespace

void refuse(const Curve& curve, const Where& at, Findings& findings) {
  must_hold(curve.value.size(), curve.t.size(), "values, one for each of t", Where(at, "value"),
            findings);
}

void refuse(const Orbits& orbits, const Where& at, Findings& findings) {
  const std::size_t bodies = orbits.x.size();
  const auto along = [&](const char* key, const std::vector<std::vector<double>>& paths) {
    const Where here(at, key);
    must_hold(paths.size(), bodies, "orbits, as many as x", here, findings);
    for (std::size_t body = 0; body < paths.size(); ++body)
      must_hold(paths[body].size(), orbits.t.size(), "positions, one for each of t",
                Where(here, body), findings);
  };
  along("x", orbits.x);
  along("y", orbits.y);
  along("z", orbits.z);
}

void refuse(const PictureRecord& picture, const Where& at, Findings& findings) {
  const std::size_t cells = static_cast<std::size_t>(picture.side) * picture.side;
  if (picture.value.has_value() == picture.levels.has_value())
    findings.push_back({at.pointer(), "must hold either 'value' or 'levels'"});
  if (picture.value)
    must_hold(picture.value->size(), cells, "values, side times side", Where(at, "value"),
              findings);
  if (!picture.levels) return;
  const Where levels(at, "levels"), text(levels, "cells");
  must_hold(picture.levels->cells.size(), cells, "characters, side times side", text, findings);
  if (!(picture.levels->least <= picture.levels->most))
    findings.push_back({Where(levels, "least").pointer(), "must not be above 'most'"});
  const std::size_t other = not_a_cell(picture.levels->cells);
  if (other != std::string::npos)
    findings.push_back({text.pointer(), "character " + std::to_string(other) +
                                            " is no level: allowed are a space and ! to ~ without "
                                            "the quote and the backslash"});
}

void refuse(const RunRecord& run, const Where& at, Findings& findings) {
  if (run.ok()) return;
  const std::string status(name(run.status));
  if (run.reason.empty())
    findings.push_back({Where(at, "reason").pointer(), "a run that is '" + status +
                                                           "' must say why: text that is not "
                                                           "empty"});
  if (run.timing)
    findings.push_back(
        {Where(at, "timing").pointer(), "a run that is '" + status + "' has no timing"});
}

void refuse(const ResultFile& file, const Where& at, Findings& findings) {
  const Where runs(at, "runs");
  std::set<std::string_view> ids;
  for (std::size_t i = 0; i < file.runs.size(); ++i)
    if (!ids.insert(file.runs[i].id).second)
      findings.push_back(
          {Where(Where(runs, i), "id").pointer(),
           "'" + brief(file.runs[i].id) + "' stands twice; every run has an id of its own"});
}

}  // namespace tycho::result
