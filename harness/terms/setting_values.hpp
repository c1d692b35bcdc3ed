// The values a case gives to settings, and giving them to checked settings.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "core/settings.hpp"

namespace tycho::terms {

/// A number or a word, as a case gives it to a setting.
using SettingValue = std::variant<double, std::string>;
using SettingValues = std::map<std::string, SettingValue>;

/// Gives one value; throws what Settings::set throws.
void give(Settings& settings, const std::string& name, const SettingValue& value);
/// Gives them all: what a variant or a sweep says must have a meaning on its backend.
void give(Settings& settings, const SettingValues& values);
/// Gives those with a meaning on the settings' backend and drops the others: what all variants of a
/// case share.
void give_shared(Settings& settings, const SettingValues& values);

/// Whether the contract has a setting of this name that means nothing on this backend.
bool is_foreign(const Contract& contract, std::string_view name, Backend backend);

/// A value as run ids and messages show it: the shortest number that reads back the same.
std::string shown(const SettingValue& value);

}  // namespace tycho::terms
