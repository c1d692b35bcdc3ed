// A commit as people read it.
#pragma once

#include <algorithm>
#include <string>

namespace tycho::result {

/// Twelve digits, and whether there were changes; what is no such name stays as it is.
inline std::string short_commit(const std::string& commit) {
  constexpr std::size_t kDigits = 12;
  const std::size_t end = std::min(commit.find_first_not_of("0123456789abcdef"), commit.size());
  return end > kDigits ? commit.substr(0, kDigits) + commit.substr(end) : commit;
}

}  // namespace tycho::result
