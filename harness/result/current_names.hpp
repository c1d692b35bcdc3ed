// Settings that were recorded under a name they had once, under the name they have today. A
// recorded file stays as it is: names are brought up to date where it is read.
#pragma once

#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::result {

/// Of an object of settings, each with a value or a list of values: a word is a choice's, a number
/// a parameter's. Whatever else stands there keeps its name.
void use_current_names(const Contract& contract, nlohmann::json& settings);

/// Of a recorded run: its settings, the swept and the tuned ones, and the swept names in its id. A
/// run of an algorithm that is not known stays as it is.
void use_current_names(RunDescription& run);

}  // namespace tycho::result
