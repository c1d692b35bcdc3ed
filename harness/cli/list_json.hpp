// What `tycho list` shows, for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "harness/case/case.hpp"

namespace tycho::cli {

/// One part of the list ("papers", "cases", "checks", ...): what stands under its name in the
/// object that `tycho list --json` prints.
nlohmann::json list_as_json(const std::string& what, std::span<const cases::Case> cases);

}  // namespace tycho::cli
