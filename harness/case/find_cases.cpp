#include "core/error.hpp"
#include "harness/case/case.hpp"
#include "harness/strict/nearest.hpp"

namespace tycho::cases {

std::vector<const Case*> find_cases(std::span<const Case> cases, std::string_view wanted) {
  std::vector<const Case*> found;
  std::vector<std::string> ids;
  for (const Case& one : cases) {
    if (one.id() == wanted || one.paper == wanted) found.push_back(&one);
    ids.push_back(one.id());
    ids.push_back(one.paper);
  }
  if (!found.empty()) return found;
  const std::vector<std::string_view> names(ids.begin(), ids.end());
  throw UsageError("no case '" + std::string(wanted) + "'" + strict::did_you_mean(wanted, names));
}

}  // namespace tycho::cases
