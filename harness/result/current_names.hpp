// Settings and suites that were recorded under a name they had once, under the name they have
// today. A recorded file stays as it is: names are brought up to date where it is read.
#pragma once

#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "harness/result/result.hpp"

namespace tycho::result {

/// Of an object of settings, each with a value or a list of values: a word is a choice's, a number
/// a parameter's. Whatever else stands there keeps its name.
void use_current_names(const Contract& contract, nlohmann::json& settings);

/// The suite of a file of the former format, and of its runs.
void use_current_suite(ResultFile& file);

/// Of a recorded run: its settings, the swept and the tuned ones, and the swept names in its id. A
/// run of an algorithm that is not known stays as it is.
void use_current_names(RunRecord& run);

}  // namespace tycho::result
