// The settings of a run in two parts: those that tuning may choose, and what it is tuned for.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/settings.hpp"

namespace tycho::tune {

/// The parameters that may be tuned with these choices, on this backend.
std::vector<const Parameter*> tunable(const Settings& settings);

using TunedValues = std::map<std::string, double, std::less<>>;

struct SplitSettings {
  TunedValues tuned;
  nlohmann::json with;  // every setting that is never tuned, by name
};
SplitSettings split(const Settings& settings);

/// The key in `with` of a run that was made with a library of the user's: the variant. What is best
/// for a library is no other code's.
inline constexpr char kOfLibrary[] = "implementation";

}  // namespace tycho::tune
