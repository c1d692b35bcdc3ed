// The contracts of this project in one list, for those who read of an algorithm by its name and
// link no backend.
#pragma once

#include <span>
#include <string_view>

#include "core/contract.hpp"

namespace tycho {

std::span<const Contract* const> known_contracts();

/// Of those given, or of all this project's. Null where none has the name.
const Contract* find_contract(std::span<const Contract* const> contracts, std::string_view name);
const Contract* find_contract(std::string_view name);

}  // namespace tycho
