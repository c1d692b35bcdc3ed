#include "harness/report/published_claims.hpp"

#include <cmath>

#include "core/error.hpp"
#include "harness/report/expression.hpp"

namespace tycho::report {

namespace {

using nlohmann::json;

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

}  // namespace

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

}  // namespace tycho::report
