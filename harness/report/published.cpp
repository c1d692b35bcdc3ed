#include "harness/report/published.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include "core/error.hpp"
#include "harness/report/expression.hpp"
#include "harness/report/json_object.hpp"
#include "harness/report/published_front.hpp"
#include "harness/result/plain_name.hpp"

namespace tycho::report {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kSchema = "tycho-published/1";

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

Rows read_rows(Object& object) {
  Rows rows;
  const json from = object.raw("for");
  if (from.is_null()) return rows;
  if (!from.is_object()) throw UsageError(object.at("for") + ": must be an object");
  for (const auto& [name, values] : from.items()) {
    if (!values.is_array() || values.empty())
      throw UsageError(object.at("for") + "/" + name + ": must be a list of values");
    rows[name] = values.get<std::vector<json>>();
  }
  return rows;
}

Bounds read_bounds(Object& object) {
  return {object.get<double>("least", -HUGE_VAL), object.get<double>("most", HUGE_VAL)};
}

/// The numbers of each row must be there: an expression that cannot be had is an error of the file.
void try_rows(const std::string& expression, const Rows& rows,
              const std::map<std::string, double>& numbers, const std::string& place) {
  try {
    for (const Row& row : rows_of(rows)) evaluate(fill(expression, row), numbers);
  } catch (const UsageError& error) {
    throw UsageError(place + ": " + error.what());
  }
}

Printed read_printed(Object& claim, const std::map<std::string, double>& numbers) {
  Printed printed;
  const json from = claim.get<json>("printed");
  if (from.is_string()) {
    printed.why_not = from.get<std::string>();
    return printed;
  }
  Object object(from, claim.at("printed"));
  printed.rows = read_rows(object);
  printed.expression = object.get<std::string>("expression");
  printed.bounds = read_bounds(object);
  object.finish();
  try_rows(printed.expression, printed.rows, numbers, object.at("expression"));
  return printed;
}

/// The bounds of the paper's own numbers are those of the test, unless it says otherwise.
Claim read_claim(Object& object, const std::map<std::string, double>& numbers) {
  Claim claim{object.get<std::string>("id"),    object.get<std::string>("sentence"),
              object.get<std::string>("where"), object.get<std::string>("published", ""),
              object.get<std::string>("reads"), read_printed(object, numbers),
              object.get<json>("test")};
  if (!claim.test.is_object()) throw UsageError(object.at("test") + ": must be an object");
  if (!claim.printed.bounds.given())
    claim.printed.bounds = {claim.test.value("least", -HUGE_VAL),
                            claim.test.value("most", HUGE_VAL)};
  if (claim.printed.why_not.empty() && !claim.printed.bounds.given())
    throw UsageError(object.at("printed") + ": needs least or most");
  return claim;
}

Agreement read_agreement(Object& object) {
  Agreement agreement{object.get<std::string>("text"),
                      object.get<std::vector<std::string>>("quantities"),
                      selector(object, "select"), object.get<std::string>("across"),
                      object.get<double>("tolerance")};
  if (agreement.quantities.empty())
    throw UsageError(object.at("quantities") + ": is empty; name at least one");
  if (!(agreement.tolerance > 0))
    throw UsageError(object.at("tolerance") + ": must be above 0: no two times are the same");
  return agreement;
}

Audit read_audit(Object& object, const std::map<std::string, double>& numbers) {
  Audit audit{object.get<std::string>("text"),
              object.get<std::string>("expression"),
              object.get<std::string>("unit", ""),
              object.get<std::string>("against", ""),
              object.get<std::string>("finding", ""),
              object.get<double>("tolerance", 0),
              read_rows(object),
              read_bounds(object)};
  if (!audit.against.empty() && audit.bounds.given())
    throw UsageError(object.place() + ": has against and bounds; one of them is allowed");
  try_rows(audit.expression, audit.rows, numbers, object.at("expression"));
  if (!audit.against.empty()) try_rows(audit.against, audit.rows, numbers, object.at("against"));
  return audit;
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

Exhibit read_exhibit(Object& object, const Paper& paper);

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
                                            "threshold", "stages", "trade",  "contest"};
  if (!kKinds.count(exhibit.kind))
    throw UsageError(object.at("kind") +
                     ": must be lines, bars, orbits, pictures, table, threshold, stages, trade or "
                     "contest");
  exhibit.title = object.get<std::string>("title");
  exhibit.caption = object.get<std::string>("caption", "");
  exhibit.note = object.get<std::string>("note", "");
  exhibit.select = selector(object, "select");
  exhibit.own = object.get<bool>("own", false);
  read_axes(object, exhibit);
  read_lines(object, exhibit);
  read_pair(object, exhibit);
  exhibit.beside = object.get<bool>("beside", false);
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
  } else if (exhibit.kind != "orbits" && exhibit.kind != "pictures" && exhibit.y_quantity.empty()) {
    throw UsageError(object.at("y") + ": is missing");
  }
  read_panels(object, paper, exhibit);
  return exhibit;
}

Paper read_paper(const json& content, const fs::path& file) {
  Object root(content, file.string() + ":");
  Paper paper;
  if (const auto schema = root.get<std::string>("schema"); schema != kSchema)
    throw UsageError(root.at("schema") + ": is '" + schema + "', must be '" + kSchema + "'");
  paper.key = root.get<std::string>("paper");
  if (!result::is_plain_name(paper.key))
    throw UsageError(root.at("paper") + ": must be " + result::kPlainNameInWords);
  if (paper.key != file.stem()) throw UsageError(root.at("paper") + ": must agree with the file");
  paper.title = root.get<std::string>("title");
  paper.author = root.get<std::string>("author");
  paper.venue = root.get<std::string>("venue", "");
  root.get<json>("$schema", json());
  each(root.raw("hardware"), root.at("hardware"), [&](Object& object) {
    paper.hardware.push_back({object.get<std::string>("name"), object.get<std::string>("text"),
                              object.get<std::string>("where")});
  });
  each(root.raw("values"), root.at("values"), [&](Object& object) {
    const auto id = object.get<std::string>("id");
    const bool fresh =
        paper.values
            .emplace(id,
                     PublishedValue{
                         object.get<double>("value"), object.get<std::string>("unit", ""),
                         object.get<std::string>("text"), object.get<std::string>("where"),
                         object.get<std::string>("exactness"), object.get<std::string>("on", "")})
            .second;
    if (!fresh) throw UsageError(object.at("id") + ": '" + id + "' stands there twice");
  });
  each(root.raw("exhibits"), root.at("exhibits"),
       [&](Object& object) { paper.exhibits.push_back(read_exhibit(object, paper)); });
  const auto numbers = numbers_of(paper);
  each(root.raw("claims"), root.at("claims"),
       [&](Object& object) { paper.claims.push_back(read_claim(object, numbers)); });
  each(root.raw("audit"), root.at("audit"),
       [&](Object& object) { paper.audits.push_back(read_audit(object, numbers)); });
  each(root.raw("agreements"), root.at("agreements"),
       [&](Object& object) { paper.agreements.push_back(read_agreement(object)); });
  read_front(root, paper);
  root.finish();
  return paper;
}

}  // namespace

std::map<std::string, Paper> read_published(const fs::path& folder) {
  if (!fs::is_directory(folder)) throw UsageError(folder.string() + ": no such folder");
  std::map<std::string, Paper> papers;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream in(entry.path());
    json content;
    try {
      content = json::parse(in);
    } catch (const json::exception& error) {
      throw UsageError(entry.path().string() + ": not JSON: " + error.what());
    }
    Paper paper = read_paper(content, entry.path());
    papers.emplace(paper.key, std::move(paper));
  }
  return papers;
}

}  // namespace tycho::report
