#include "harness/result/current_names.hpp"

#include <string>
#include <utility>

#include "core/known_contracts.hpp"

namespace tycho::result {

namespace {

using nlohmann::json;

/// A sweep has a list of values.
std::string current(const Contract& contract, const std::string& name, const json& value) {
  if (value.is_array() && !value.empty()) return current(contract, name, value.front());
  if (value.is_string()) return std::string(current_choice(contract, name));
  if (value.is_number()) return std::string(current_parameter(contract, name));
  return name;
}

std::string current(const Contract& contract, const std::string& name, const SettingValue& value) {
  return std::string(std::holds_alternative<std::string>(value)
                         ? current_choice(contract, name)
                         : current_parameter(contract, name));
}

/// ".../gpu/block=64/unroll=4": a part of the id is a swept name and its value.
void rename_in_id(std::string& id, const std::string& before, const std::string& after) {
  if (const auto at = id.find("/" + before + "="); at != std::string::npos)
    id.replace(at + 1, before.size(), after);
}

void use_current_names(const Contract& contract, SettingValues& settings) {
  SettingValues renamed;
  for (auto& [name, value] : settings) {
    std::string today = current(contract, name, value);
    renamed[std::move(today)] = std::move(value);
  }
  settings = std::move(renamed);
}

}  // namespace

void use_current_names(const Contract& contract, json& settings) {
  if (!settings.is_object()) return;
  json renamed = json::object();
  for (auto& [name, value] : settings.items()) {
    std::string today = current(contract, name, value);
    renamed[std::move(today)] = std::move(value);
  }
  settings = std::move(renamed);
}

void use_current_suite(ResultFile& file) {
  if (file.schema != kFormerResultSchema) return;
  const auto rename = [](std::string& suite) {
    if (suite == "quick") suite = "standard";
  };
  rename(file.suite);
  for (RunRecord& run : file.runs) rename(run.suite);
}

void use_current_names(RunRecord& run) {
  const Contract* contract = find_contract(run.algorithm);
  if (!contract) return;
  for (const auto& [name, value] : run.sweep)
    rename_in_id(run.id, name, current(*contract, name, value));
  use_current_names(*contract, run.settings);
  use_current_names(*contract, run.sweep);
  if (run.tuned) use_current_names(*contract, run.tuned->settings);
}

}  // namespace tycho::result
