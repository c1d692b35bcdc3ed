// Giving a case's values to checked settings.
#pragma once

#include "core/settings.hpp"
#include "harness/case/case.hpp"

namespace tycho::cases {

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

}  // namespace tycho::cases
