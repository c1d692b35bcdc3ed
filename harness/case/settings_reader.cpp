#include "harness/case/settings_reader.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/error.hpp"

namespace tycho::cases {

namespace {

terms::SettingValue setting_value(const strict::JsonView& view) {
  if (view.json().is_string()) return view.text();
  if (view.json().is_number()) return view.json().get<double>();
  view.fail("must be a number or a word");
}

}  // namespace

std::string SettingsReader::name_today(const std::string& name,
                                       const terms::SettingValue& value) const {
  const bool word = std::holds_alternative<std::string>(value);
  return std::string(word ? current_choice(contract_, name) : current_parameter(contract_, name));
}

terms::SettingValue SettingsReader::own(const std::string& name, const strict::JsonView& view,
                                        Backend backend) const {
  const terms::SettingValue value = setting_value(view);
  try {
    Settings scratch(contract_, backend);
    terms::give(scratch, name, value);
  } catch (const UsageError& error) {
    view.fail(error.what());
  }
  return value;
}

terms::SettingValue SettingsReader::shared(const std::string& name,
                                           const strict::JsonView& view) const {
  const std::string today = name_today(name, setting_value(view));
  const bool cpu = !terms::is_foreign(contract_, today, Backend::kCpu);
  return own(name, view, cpu ? Backend::kCpu : Backend::kCuda);
}

void SettingsReader::put(terms::SettingValues& values, const std::string& name,
                         const strict::JsonView& view, terms::SettingValue value) const {
  const std::string today = name_today(name, value);
  if (!values.emplace(today, std::move(value)).second)
    view.fail("'" + name + "' is '" + today + "', which is set too; keep one");
}

}  // namespace tycho::cases
