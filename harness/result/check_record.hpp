// A check as a result holds it: a measured number against a limit with a reason.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace tycho::result {

struct CheckRecord {
  std::string name;
  double value = 0;  // NaN, which a file spells null, fails
  double limit = 0;
  bool pass = false;
  std::string reason;
  std::optional<std::map<std::string, double>> details;
};

/// A check that needs the whole way of a run which was cut: it neither held nor failed.
struct CheckNotJudged {
  std::string name;
  std::string reason;
};

}  // namespace tycho::result
