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

/// ".../gpu/block=64/unroll=4": a part of the id is a swept name and its value.
void rename_in_id(json& id, const std::string& before, const std::string& after) {
  auto& text = id.get_ref<std::string&>();
  if (const auto at = text.find("/" + before + "="); at != std::string::npos)
    text.replace(at + 1, before.size(), after);
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

void use_current_names(json& run) {
  if (!run.is_object()) return;
  const auto algorithm = run.find("algorithm");
  if (algorithm == run.end() || !algorithm->is_string()) return;
  const Contract* contract = find_contract(algorithm->get_ref<const std::string&>());
  if (!contract) return;
  const auto sweep = run.find("sweep"), id = run.find("id");
  if (sweep != run.end() && sweep->is_object() && id != run.end() && id->is_string())
    for (const auto& [name, value] : sweep->items())
      rename_in_id(*id, name, current(*contract, name, value));
  for (const char* part : {"settings", "sweep"})
    if (const auto found = run.find(part); found != run.end()) use_current_names(*contract, *found);
  if (const auto tuned = run.find("tuned"); tuned != run.end() && tuned->is_object())
    if (const auto found = tuned->find("settings"); found != tuned->end())
      use_current_names(*contract, *found);
}

}  // namespace tycho::result
