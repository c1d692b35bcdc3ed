// What is wrong with a result file, one line each.
#pragma once

#include <string>
#include <vector>

namespace tycho::verify {

struct Finding {
  std::string at;    // a JSON pointer
  std::string what;  // what is wrong, and what was expected
};

using Findings = std::vector<Finding>;

/// `key` below the pointer `at`, escaped as RFC 6901 wants it.
inline std::string below(const std::string& at, const std::string& key) {
  std::string pointer = at + "/";
  for (const char c : key)
    pointer += c == '~' ? std::string("~0") : c == '/' ? std::string("~1") : std::string(1, c);
  return pointer;
}

}  // namespace tycho::verify
