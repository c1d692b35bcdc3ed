// Initial conditions by name. Counter-based random numbers: a seed is one data set everywhere.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "core/particles.hpp"
#include "harness/case/strict_json.hpp"

namespace tycho {

/// Makes n particles as `spec` says ("kind", "seed", and the kind's own keys). Throws UsageError
/// naming the key: unknown kind or key, wrong type, value out of range, a kind of fixed size
/// asked for another n.
Particles make_initial(const nlohmann::json& spec, std::int64_t n);

/// Checks a spec without making anything. The view carries file and place into the errors.
void check_initial(const nlohmann::json& spec);
void check_initial(const JsonView& spec);

/// How many particles a checked spec's kind always has; 0 where it makes as many as are asked for.
std::int64_t fixed_size(const nlohmann::json& spec);

std::span<const std::string_view> initial_kinds();

}  // namespace tycho
