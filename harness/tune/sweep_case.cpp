#include "harness/tune/sweep_case.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "harness/checks/check.hpp"
#include "harness/result/current_names.hpp"
#include "harness/terms/setting_values.hpp"
#include "harness/tune/tunable.hpp"

namespace tycho::tune {

namespace {

using nlohmann::json;

std::string id_of(const json& from) {
  return from.at("paper").get<std::string>() + "/" + from.at("name").get<std::string>();
}

/// All settings of a case under the names they have today.
void use_current_names_in(json& from, const Contract& contract) {
  if (from.contains("settings")) result::use_current_names(contract, from["settings"]);
  for (json& variant : from.at("variants"))
    for (const char* part : {"settings", "sweep"})
      if (variant.contains(part)) result::use_current_names(contract, variant[part]);
  for (auto& [suite, plan] : from.at("suites").items())
    for (json& size : plan.at("sizes")) result::use_current_names(contract, size);
}

void leave_out_tunable(json& settings, const Contract& contract) {
  for (const Parameter& p : contract.parameters)
    if (!p.tuning.values.empty()) settings.erase(std::string(p.name));
}

terms::SettingValues values_of(const json& settings) {
  terms::SettingValues values;
  for (const auto& [name, value] : settings.items()) {
    if (value.is_string())
      values[name] = value.get<std::string>();
    else
      values[name] = value.get<double>();
  }
  return values;
}

// What the contract says to try, and its own value, which all are held against.
json tried(const Parameter& p) {
  std::set<double> values(p.tuning.values.begin(), p.tuning.values.end());
  values.insert(p.fallback);
  return json(values);
}

/// The variants that are left, by name.
std::set<std::string> sweep_variants(json& from, const Contract& contract, Backend backend) {
  json kept = json::array();
  std::set<json> alike;
  std::set<std::string> names;
  for (json variant : from.at("variants")) {
    if (variant.at("backend") != name(backend)) continue;
    json& own = variant["settings"];
    if (own.is_null()) own = json::object();
    leave_out_tunable(own, contract);
    Settings settings(contract, backend);
    terms::give_shared(settings, values_of(from.value("settings", json::object())));
    terms::give(settings, values_of(own));
    const auto parameters = tunable(settings);
    if (parameters.empty()) continue;
    json sweep = variant.value("sweep", json::object());
    leave_out_tunable(sweep, contract);
    for (const Parameter* p : parameters) sweep[std::string(p->name)] = tried(*p);
    variant["sweep"] = std::move(sweep);
    json what = variant;
    what.erase("name");
    what.erase("label");
    if (!alike.insert(std::move(what)).second) continue;
    names.insert(variant.at("name").get<std::string>());
    kept.push_back(std::move(variant));
  }
  from["variants"] = std::move(kept);
  return names;
}

/// Drops the names that are gone from a list of variants. False: the list was there and none is
/// left.
bool still_applies(json& item, const std::set<std::string>& names) {
  if (!item.contains("variants")) return true;
  json left = json::array();
  for (const json& variant : item["variants"])
    if (names.count(variant.get<std::string>())) left.push_back(variant);
  item["variants"] = left;
  return !left.empty();
}

void keep_applying(json& list, const std::set<std::string>& names) {
  json kept = json::array();
  for (json& item : list)
    if (still_applies(item, names)) kept.push_back(std::move(item));
  list = std::move(kept);
}

/// What a size times at epochs of another variant's run takes hours as a whole: it is left out
/// there.
void leave_out_along(json& from, const std::set<std::string>& names) {
  for (auto& [suite, plan] : from["suites"].items())
    for (json& size : plan["sizes"]) {
      if (!size.contains("along")) continue;
      const json along = size.at("along").at("variants");
      size.erase("along");
      json left = json::array();
      for (const json& variant : size.value("variants", json(names)))
        if (std::find(along.begin(), along.end(), variant) == along.end()) left.push_back(variant);
      size["variants"] = std::move(left);
    }
  json kept = json::array();
  for (const json& check : from["checks"])
    if (!checks::needs_carrier(check.at("check").get<std::string>())) kept.push_back(check);
  from["checks"] = std::move(kept);
}

}  // namespace

json sweep_case(json from, const Contract& contract, Backend backend, double seconds) {
  const std::string id = id_of(from);
  if (const json& measure = from.at("measure"); measure != "timing" && measure != "interval")
    throw UsageError(id + ": cannot be tuned with: its measure is " + measure.get<std::string>() +
                     ", not timing or interval");
  use_current_names_in(from, contract);
  if (from.contains("settings")) leave_out_tunable(from["settings"], contract);
  const std::set<std::string> names = sweep_variants(from, contract, backend);
  if (names.empty())
    throw UsageError(id + ": nothing to tune: no variant on the backend " +
                     std::string(name(backend)) + " has a tunable setting");
  leave_out_along(from, names);
  keep_applying(from["checks"], names);
  if (from["checks"].empty())
    throw UsageError(id + ": cannot be tuned with: no check would hold what is timed");
  for (auto& [suite, plan] : from["suites"].items()) {
    for (json& size : plan["sizes"]) leave_out_tunable(size, contract);
    keep_applying(plan["sizes"], names);
    plan["seconds"] = std::min(seconds, plan.value("seconds", seconds));
  }
  // A suite may be left without a size.
  for (auto suite = from["suites"].begin(); suite != from["suites"].end();)
    suite = suite.value()["sizes"].empty() ? from["suites"].erase(suite) : std::next(suite);
  return from;
}

}  // namespace tycho::tune
