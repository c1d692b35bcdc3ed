// Initial conditions by name. Counter-based random numbers: a seed is one data set everywhere.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "core/particles.hpp"

namespace tycho {

/// Makes n particles as `spec` says ("kind", "seed", and the kind's own keys). Throws UsageError
/// naming the key: unknown kind or key, wrong type, value out of range, a kind of fixed size
/// asked for another n.
Particles make_initial(const nlohmann::json& spec, std::int64_t n);

/// Checks a spec without making anything.
void check_initial(const nlohmann::json& spec);

std::span<const std::string_view> initial_kinds();

}  // namespace tycho
