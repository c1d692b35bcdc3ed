// What is wrong with a file, one line each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/result/one_line.hpp"

namespace tycho::result {

struct Finding {
  std::string at;    // a JSON pointer
  std::string what;  // what is wrong, and what is allowed
};

using Findings = std::vector<Finding>;

/// `key` below the pointer `at`, escaped as RFC 6901 wants it; of a long one the beginning, since
/// the file may have been written to fill a screen.
inline std::string below(const std::string& at, std::string_view key) {
  std::string pointer = at + "/";
  for (const char c : brief(key, 60))
    pointer += c == '~' ? std::string("~0") : c == '/' ? std::string("~1") : std::string(1, c);
  return pointer;
}

}  // namespace tycho::result
