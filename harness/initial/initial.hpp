// Initial conditions by name. Counter-based random numbers: a seed is one data set everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "core/particles.hpp"
#include "core/settings.hpp"
#include "harness/strict/strict_json.hpp"

namespace tycho::initial {

/// Makes n particles as `spec` says ("kind", "seed", and the kind's own keys). Throws UsageError
/// naming the key: unknown kind or key, wrong type, value out of range, a kind of fixed size
/// asked for another n.
Particles make_initial(const nlohmann::json& spec, std::int64_t n);
/// The same for a run with these settings: a plasma fills the run's own grid.
Particles make_initial(const nlohmann::json& spec, std::int64_t n, const Settings& settings);

/// Checks a spec without making anything. The view carries file and JSON pointer into the errors.
void check_initial(const nlohmann::json& spec);
void check_initial(const strict::JsonView& spec);

/// How many particles a checked spec's kind always has; 0 where it makes as many as are asked for.
std::int64_t fixed_size(const nlohmann::json& spec);

/// How many wavelengths of the one mode that a checked spec seeds fit into the box along x and y;
/// nothing where it seeds none.
std::optional<std::array<int, 2>> seeded_mode(const nlohmann::json& spec);

/// The file that a checked spec's kind reads its particles from; empty where it reads none.
std::filesystem::path file_of(const nlohmann::json& spec);

/// Where a relative path of the spec's file names a file in `folder`, the path becomes that file's;
/// else it stays, and is one from the current folder.
void look_for_file_in(const std::filesystem::path& folder, nlohmann::json& spec);

std::span<const std::string_view> initial_kinds();

}  // namespace tycho::initial
