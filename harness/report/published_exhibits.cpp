#include "harness/report/published_exhibits.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/error.hpp"
#include "harness/report/expression.hpp"
#include "harness/report/published_front.hpp"

namespace tycho::report {

namespace {

using nlohmann::json;

Scale read_scale(Object& axis) {
  const std::string name = axis.get<std::string>("scale", "linear");
  if (name == "linear") return Scale::kLinear;
  if (name == "log2") return Scale::kLog2;
  if (name == "log10") return Scale::kLog10;
  throw UsageError(axis.at("scale") + ": must be linear, log2 or log10");
}

void read_axes(Object& object, Exhibit& exhibit) {
  if (const json x = object.raw("x"); !x.is_null()) {
    Object axis(x, object.at("x"));
    exhibit.x_key = axis.get<std::string>("key");
    exhibit.x_label = axis.get<std::string>("label", exhibit.x_key);
    exhibit.x_scale = read_scale(axis);
    exhibit.x_values = axis.get<std::vector<double>>("values", {});
    axis.finish();
  }
  if (const json y = object.raw("y"); !y.is_null()) {
    Object axis(y, object.at("y"));
    exhibit.y_quantity = axis.get<std::string>("quantity");
    exhibit.y_label = axis.get<std::string>("label", exhibit.y_quantity);
    exhibit.y_unit = axis.get<std::string>("unit", "");
    exhibit.series_words = axis.get<std::map<std::string, std::string>>("names", {});
    exhibit.y_scale = read_scale(axis);
    exhibit.magnitude = axis.get<bool>("magnitude", false);
    exhibit.base = axis.get<std::string>("of", "");
    exhibit.against = selector(axis, "against");
    axis.finish();
  }
  if (const json split = object.raw("series"); !split.is_null()) {
    Object series(split, object.at("series"));
    exhibit.split = series.get<std::vector<std::string>>("by");
    exhibit.split_label = series.get<std::string>("label", "");
    exhibit.ordered = series.get<bool>("ordered", false);
    exhibit.fastest = series.get<bool>("fastest", false);
    series.finish();
  }
}

/// Numbers as printed; null, where the paper prints none, is NaN.
std::vector<std::vector<double>> printed_cells(Object& object) {
  std::vector<std::vector<double>> cells;
  for (const json& row : object.get<json>("cells", json::array())) {
    auto& numbers = cells.emplace_back();
    if (!row.is_array()) throw UsageError(object.at("cells") + ": must be lists of numbers");
    for (const json& cell : row) {
      if (!cell.is_number() && !cell.is_null())
        throw UsageError(object.at("cells") + ": must be lists of numbers or null");
      numbers.push_back(cell.is_null() ? std::nan("") : cell.get<double>());
    }
  }
  return cells;
}

void read_stages(Object& object, Exhibit& exhibit) {
  exhibit.row_label = object.get<std::string>("row_label", "Stage");
  each(object.get<json>("stage_rows"), object.at("stage_rows"), [&](Object& row) {
    exhibit.stage_rows.push_back({row.get<std::string>("label"), row.get<std::string>("stage", ""),
                                  selector(row, "of"), selector(row, "against"),
                                  row.get<std::string>("drawn", "")});
  });
  each(object.get<json>("stage_columns"), object.at("stage_columns"), [&](Object& column) {
    exhibit.stage_columns.push_back({column.get<std::string>("label"), selector(column, "select"),
                                     column.get<std::string>("on", "")});
  });
  exhibit.drawn = object.get<std::string>("drawn", "");
  if (!exhibit.drawn.empty() && exhibit.drawn != "stacked" && exhibit.drawn != "bars")
    throw UsageError(object.at("drawn") + ": must be stacked or bars");
  exhibit.cells = printed_cells(object);
  const auto full = [&](const auto& row) { return row.size() == exhibit.stage_columns.size(); };
  if (!exhibit.cells.empty() && (exhibit.cells.size() != exhibit.stage_rows.size() ||
                                 !std::all_of(exhibit.cells.begin(), exhibit.cells.end(), full)))
    throw UsageError(object.at("cells") + ": must have a number for each row and column");
  static const std::set<std::string> kQuantities{"speedup", "step_s", "ns_each", "share"};
  if (!kQuantities.count(exhibit.y_quantity))
    throw UsageError(object.at("y") + "/quantity: must be speedup, step_s, ns_each or share");
}

/// A variant or a selector of runs; a published column or one of stages by its name.
void read_lines(Object& object, Exhibit& exhibit) {
  for (const json& from : object.get<json>("lines", json::array())) {
    Line line;
    if (from.is_object()) {
      line.select = read_selector(from);
    } else if (from.is_string()) {
      line.published = from.get<std::string>();
      line.select = {{"variant", {from}}};
    } else {
      throw UsageError(object.at("lines") + ": each must be a name or an object");
    }
    exhibit.lines.push_back(std::move(line));
  }
  exhibit.same = object.get<std::vector<std::string>>("same", {});
  for (const json& from : object.get<json>("zoom", json::array()))
    exhibit.zoom.push_back(from.is_object() ? read_selector(from) : Selector{{"variant", {from}}});
  each(object.raw("theory"), object.at("theory"), [&](Object& theory) {
    exhibit.theories.push_back({theory.get<std::string>("label"),
                                theory.get<std::string>("expression"),
                                theory.get<double>("from"),
                                theory.get<double>("to"),
                                {}});
    if (const json through = theory.raw("through"); through.is_number())
      exhibit.theories.back().through = through.get<double>();
    const Theory& own = exhibit.theories.back();
    if (!(own.from < own.to)) throw UsageError(theory.at("to") + ": must be above from");
    evaluate(own.expression, {{"t", own.from}});
  });
}

void read_pair(Object& object, Exhibit& exhibit) {
  const json from = object.raw("pair");
  if (from.is_null()) return;
  Object pair(from, object.at("pair"));
  exhibit.pair = CurvePair{selector(pair, "of"),
                           selector(pair, "against"),
                           pair.get<std::vector<std::string>>("same", {}),
                           pair.get<std::string>("says", ""),
                           pair.get<std::string>("where", ""),
                           pair.get<double>("within", 0)};
  pair.finish();
  if (exhibit.y_quantity.rfind("series:", 0) != 0)
    throw UsageError(object.at("pair") + ": is of curves; the quantity must be a series");
  if (!exhibit.pair->says.empty() && !(exhibit.pair->within > 0))
    throw UsageError(pair.at("within") + ": must be above 0, what the words are taken to mean");
}

/// Each panel is the exhibit with what it says otherwise.
void read_panels(Object& object, const Paper& paper, Exhibit& exhibit) {
  const json panels = object.raw("panels");
  if (panels.is_null()) return;
  if (!panels.is_array() || panels.empty())
    throw UsageError(object.at("panels") + ": must be a list");
  for (std::size_t i = 0; i < panels.size(); ++i) {
    if (!panels[i].is_object() || !panels[i].contains("id"))
      throw UsageError(object.at("panels") + ": each must be an object with an id");
    json whole = object.whole();
    whole.erase("panels");
    whole.merge_patch(panels[i]);
    Object panel(whole, object.at("panels") + "/" + std::to_string(i));
    Exhibit read = read_exhibit(panel, paper);
    panel.finish();
    read.id = exhibit.id + "-" + read.id;
    exhibit.panels.push_back(std::move(read));
  }
}

}  // namespace

Exhibit read_exhibit(Object& object, const Paper& paper) {
  const auto known = [&](const std::string& id, const std::string& place) {
    if (!paper.values.count(id))
      throw UsageError(place + ": no published value has the id '" + id + "'");
    return id;
  };
  Exhibit exhibit;
  exhibit.id = object.get<std::string>("id");
  exhibit.kind = object.get<std::string>("kind");
  static const std::set<std::string> kKinds{"lines",     "bars",   "orbits", "pictures", "table",
                                            "threshold", "stages", "trade",  "contest",  "runs"};
  if (!kKinds.count(exhibit.kind))
    throw UsageError(object.at("kind") +
                     ": must be lines, bars, orbits, pictures, table, threshold, stages, trade, "
                     "contest or runs");
  exhibit.title = object.get<std::string>("title");
  exhibit.caption = object.get<std::string>("caption", "");
  exhibit.note = object.get<std::string>("note", "");
  exhibit.select = selector(object, "select");
  exhibit.beyond = object.get<bool>("beyond", false);
  exhibit.own = object.get<bool>("own", exhibit.beyond);
  read_axes(object, exhibit);
  read_lines(object, exhibit);
  read_pair(object, exhibit);
  exhibit.beside = object.get<bool>("beside", false);
  exhibit.frames = object.get<std::int64_t>("frames", 0);
  if (exhibit.frames < 0 || exhibit.frames == 1)
    throw UsageError(object.at("frames") + ": must be 0, for all, or at least 2");
  exhibit.planes = object.get<std::vector<std::string>>("planes", {});
  for (const std::string& plane : exhibit.planes) {
    if (plane != "xy" && plane != "xz" && plane != "yz" && plane != "3d")
      throw UsageError(object.at("planes") + ": each must be xy, xz, yz or 3d");
  }
  each(object.raw("published"), object.at("published"), [&](Object& point) {
    const json x = point.raw("x");
    if (!x.is_null() && !x.is_number()) throw UsageError(point.at("x") + ": must be a number");
    exhibit.published.push_back({known(point.get<std::string>("value"), point.at("value")),
                                 x.is_null() ? std::nullopt : std::optional(x.get<double>()),
                                 selector(point, "select"), point.get<std::string>("skipped", "")});
  });
  each(object.raw("levels"), object.at("levels"), [&](Object& level) {
    exhibit.levels.push_back({known(level.get<std::string>("value"), level.at("value")),
                              level.get<std::string>("label")});
  });
  if (exhibit.kind == "threshold") {
    exhibit.row_label = object.get<std::string>("row_label");
    exhibit.column_label = object.get<std::string>("column_label");
    exhibit.rows = object.get<std::vector<double>>("rows");
    exhibit.columns = object.get<std::vector<double>>("columns");
    exhibit.cells = object.get<std::vector<std::vector<double>>>("cells");
    exhibit.threshold = known(object.get<std::string>("threshold"), object.at("threshold"));
    const bool fits = exhibit.cells.size() == exhibit.rows.size() &&
                      std::all_of(exhibit.cells.begin(), exhibit.cells.end(), [&](const auto& row) {
                        return row.size() == exhibit.columns.size();
                      });
    if (!fits)
      throw UsageError(object.at("cells") + ": must have a number for each row and column");
  } else if (exhibit.kind == "stages") {
    read_stages(object, exhibit);
  } else if (exhibit.kind == "contest") {
    each(object.raw("contests"), object.at("contests"),
         [&](Object& contest) { exhibit.contests.push_back(read_contest(contest)); });
    if (exhibit.contests.empty()) throw UsageError(object.at("contests") + ": is missing");
  } else if (exhibit.kind == "runs") {
    each(object.raw("quantities"), object.at("quantities"), [&](Object& column) {
      exhibit.run_columns.push_back({column.get<std::string>("quantity"),
                                     column.get<std::string>("label"),
                                     column.get<std::string>("unit", "")});
    });
    if (exhibit.run_columns.empty()) throw UsageError(object.at("quantities") + ": is missing");
  } else if (exhibit.kind != "orbits" && exhibit.kind != "pictures" && exhibit.y_quantity.empty()) {
    throw UsageError(object.at("y") + ": is missing");
  }
  read_panels(object, paper, exhibit);
  return exhibit;
}

}  // namespace tycho::report
