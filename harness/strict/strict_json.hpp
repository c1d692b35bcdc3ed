// Strict reading of JSON: whatever is not expected is an error of one line that says which file,
// where in it (a JSON pointer, RFC 6901) and what is allowed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tycho::strict {

/// Reads a plain file of at most `most_bytes`. Bad JSON, a number that overflows and a key that
/// stands twice in one object are errors, and so is a pipe, a device or a folder of that name.
nlohmann::json read_json(const std::filesystem::path& file,
                         std::uintmax_t most_bytes = std::uintmax_t{1} << 28);

/// A value, and where it stands. The JSON it was made from must outlive it.
class JsonView {
 public:
  /// `origin` is what errors start with: the file's name.
  JsonView(const nlohmann::json& value, std::string origin, std::string pointer = "")
      : value_(&value), origin_(std::move(origin)), pointer_(std::move(pointer)) {}

  /// Throws UsageError "<origin>: <pointer>: <what>".
  [[noreturn]] void fail(const std::string& what) const;

  const nlohmann::json& json() const { return *value_; }
  const std::string& pointer() const { return pointer_; }

  /// Demands an object with no other keys than these.
  void require_keys(std::span<const std::string_view> allowed) const;
  void require_keys(std::initializer_list<std::string_view> allowed) const {
    require_keys(std::span(allowed.begin(), allowed.size()));
  }
  /// The value of a key, which must be there.
  JsonView at(std::string_view key) const;
  /// The value of a key, or nothing.
  std::optional<JsonView> find(std::string_view key) const;
  /// All members of an object, or elements of an array that holds at least one.
  std::vector<std::pair<std::string, JsonView>> members() const;
  std::vector<JsonView> elements() const;

  /// A number in [least, most].
  double number(double least, double most) const;
  std::int64_t whole(std::int64_t least, std::int64_t most) const;
  /// Text that is not empty.
  std::string text() const;
  /// Text fit for ids and file names: letters, digits and . _ + -
  std::string name() const;
  /// One of these words.
  std::string one_of(std::span<const std::string_view> words) const;
  std::string one_of(std::initializer_list<std::string_view> words) const {
    return one_of(std::span(words.begin(), words.size()));
  }
  /// [low, high] with least <= low <= high <= most.
  std::pair<double, double> range(double least, double most) const;

 private:
  /// "must be <expected>, not <this value>".
  [[noreturn]] void fail_type(const std::string& expected) const;

  const nlohmann::json* value_;
  std::string origin_, pointer_;
};

}  // namespace tycho::strict
