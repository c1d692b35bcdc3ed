#include "harness/compare/output.hpp"
#include "harness/statistics/student.hpp"

namespace tycho::compare {

using nlohmann::json;

namespace {

json timed_to_json(const Timed& timed) {
  json told{{"base_s", timed.base_s},
            {"new_s", timed.new_s},
            {"change", timed.change},
            {"step_share", timed.step_share},
            {"base_samples", timed.base_samples},
            {"new_samples", timed.new_samples},
            {"base_processes", timed.base_processes},
            {"new_processes", timed.new_processes}};
  if (timed.spread) {
    told["spread"] = *timed.spread;
    if (timed.degrees_of_freedom != statistics::kKnown)
      told["degrees_of_freedom"] = timed.degrees_of_freedom;
    told["low"] = timed.low;
    told["high"] = timed.high;
    told["p"] = timed.p;
    told["corrected_p"] = timed.corrected_p;
  }
  return told;
}

}  // namespace

json to_json(const Comparison& comparison) {
  json rows = json::array();
  for (const Row& row : comparison.rows) {
    json one{{"run", row.run},
             {"what", row.what},
             {"verdict", in_words(row.verdict)},
             {"reason", row.reason},
             {"decides", row.waiver.empty() && row.open}};
    if (row.timed) one["timing"] = timed_to_json(*row.timed);
    if (!row.waiver.empty()) one["waived"] = row.waiver;
    rows.push_back(std::move(one));
  }
  return {{"schema", "tycho-comparison/2"},
          {"verdict", in_words(comparison.verdict)},
          {"summary", summary(comparison)},
          {"base", comparison.base},
          {"new", comparison.fresh},
          {"differences", comparison.differences},
          {"notes", comparison.notes},
          {"alpha", comparison.options.alpha},
          {"minimum_change", comparison.options.minimum_change},
          {"minimum_share", comparison.options.minimum_share},
          {"rows", std::move(rows)}};
}

}  // namespace tycho::compare
