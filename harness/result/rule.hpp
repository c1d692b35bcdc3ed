// What a value of a result may be, beyond its C++ type.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

namespace tycho::result {

enum class Text { kAny, kFilled, kTime, kPlainName };  // kTime: "2026-11-15T02:00:00Z"

struct Rule {
  double least =
      -std::numeric_limits<double>::infinity();  // of a number, or of every number of a list
  bool above = false;                            // more than `least`, not equal to it
  bool null = false;                             // null stands for NaN
  std::size_t fewest = 0, most = std::numeric_limits<std::size_t>::max();  // elements of a list
  std::span<const std::string_view> words{};  // of a text: one of these; empty: any
  Text text = Text::kAny;
};

constexpr Rule at_least(double least) { return {.least = least}; }
constexpr Rule one_of(std::span<const std::string_view> words) { return {.words = words}; }

inline constexpr Rule kNotNegative{.least = 0};
inline constexpr Rule kPositive{.least = 0, .above = true};
inline constexpr Rule kOrNull{.null = true};
inline constexpr Rule kFilled{.text = Text::kFilled};
inline constexpr Rule kTime{.text = Text::kTime};
inline constexpr Rule kPlainName{.text = Text::kPlainName};
inline constexpr Rule kNotEmpty{.fewest = 1};

}  // namespace tycho::result
