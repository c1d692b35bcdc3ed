// Types and ranges of JSON values, collecting what is wrong instead of stopping at it.
#pragma once

#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "harness/verify/finding.hpp"

namespace tycho::verify {

/// An object being looked over: asks for keys one by one, and in the end knows which nobody asked
/// for.
class Shape {
 public:
  Shape(const nlohmann::json& value, std::string at, Findings& findings);

  /// Whether it is an object at all.
  explicit operator bool() const { return object_; }
  const std::string& at() const { return at_; }

  /// The value of a key, or nullptr. One that must be there and is not is a finding.
  const nlohmann::json* get(const std::string& key, bool required = true);

  /// Keys of one type; each returns the value where it is there and sound, else nullptr.
  const nlohmann::json* text(const std::string& key, bool required = true, bool filled = false);
  const nlohmann::json* number(const std::string& key, bool required = true,
                               double least = -std::numeric_limits<double>::infinity());
  const nlohmann::json* whole(const std::string& key, double least, bool required = true);
  const nlohmann::json* flag(const std::string& key);
  const nlohmann::json* object(const std::string& key, bool required = true);
  const nlohmann::json* list(const std::string& key, bool required = true);
  const nlohmann::json* word(const std::string& key,
                             std::initializer_list<std::string_view> allowed);
  /// "2026-11-15T02:00:00Z"
  const nlohmann::json* time(const std::string& key);

  /// Every key that was not asked for is a finding.
  void nothing_else();

  void add(const std::string& at, const std::string& what) { findings_.push_back({at, what}); }

 private:
  const nlohmann::json* typed(const std::string& key, bool required, bool fits,
                              const char* expected);

  const nlohmann::json& value_;
  std::string at_;
  Findings& findings_;
  bool object_;
  std::vector<std::string> known_;
};

/// "2026-11-15T02:00:00Z": digits where they belong, and a day there is.
bool is_time(const std::string& text);

}  // namespace tycho::verify
