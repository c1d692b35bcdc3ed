#pragma once

#include <nlohmann/json.hpp>

namespace tycho::result {

/// The format as cases/result.schema.json would say it.
nlohmann::json format_of_results();

}  // namespace tycho::result
