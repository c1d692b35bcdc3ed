#include "harness/result/gpu_lanes.hpp"

#include <algorithm>
#include <array>

namespace tycho::result {

std::optional<int> single_lanes(std::string_view compute_capability) {
  using namespace std::string_view_literals;
  constexpr std::array kOf64{"6.0"sv, "7.0"sv, "7.2"sv, "7.5"sv, "8.0"sv};
  constexpr std::array kOf128{"6.1"sv, "6.2"sv, "8.6"sv, "8.7"sv, "8.9"sv, "9.0"sv};
  const auto is_in = [&](const auto& known) {
    return std::find(known.begin(), known.end(), compute_capability) != known.end();
  };
  if (is_in(kOf64)) return 64;
  if (is_in(kOf128) || compute_capability.starts_with("10.") ||
      compute_capability.starts_with("12."))
    return 128;
  return std::nullopt;
}

}  // namespace tycho::result
