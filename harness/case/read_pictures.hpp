// The key "pictures" of a case: a number, or the redshifts of a universe.
#pragma once

#include "core/contract.hpp"
#include "harness/strict/strict_json.hpp"
#include "harness/terms/pictures.hpp"
#include "harness/terms/setting_values.hpp"

namespace tycho::cases {

/// `settings` are the case's own: they say where a universe begins. Throws UsageError.
terms::Pictures read_pictures(const strict::JsonView& view, const Contract& contract,
                              const terms::SettingValues& settings);

}  // namespace tycho::cases
