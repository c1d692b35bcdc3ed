// A case made over for tuning: the same problem, with every tunable setting of its variants swept.
#pragma once

#include <nlohmann/json.hpp>

#include "core/contract.hpp"

namespace tycho::tune {

/// `from` is a case that reads without error, `contract` its algorithm's. What the case itself says
/// of tunable settings is left out, variants of the other backend or without anything to tune too,
/// and those that then do the same are one. `seconds` is the time each combination may measure for.
/// Throws UsageError where nothing is left, or where the case is not measured to be timed.
nlohmann::json sweep_case(nlohmann::json from, const Contract& contract, Backend backend,
                          double seconds);

}  // namespace tycho::tune
