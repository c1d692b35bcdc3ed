// Reads the records of fields.hpp from JSON: strict, and telling of everything that is wrong.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/result/fields.hpp"
#include "harness/result/kinds.hpp"
#include "harness/result/refusals.hpp"

namespace tycho::result {

/// "must be <expected>, not <what stands there>".
void add_mismatch(const nlohmann::json& value, const Where& at, const std::string& expected,
                  Findings& findings);

/// What a value that obeys the rule is, in words.
std::string number_in_words(const Rule& rule, bool whole);
std::string text_in_words(const Rule& rule);

/// The number, NaN for a null that the rule allows; nothing where the rule is not obeyed.
std::optional<double> number_of(const nlohmann::json& value, const Rule& rule);
bool obeys(const std::string& text, const Rule& rule);

template <typename T>
void read_value(const nlohmann::json& value, const Where& at, const Rule& rule, T& out,
                Findings& findings);

/// Visits one object: takes each key that is asked for, and in the end knows the keys that nobody
/// asked for.
class Reader {
 public:
  /// Reads the keys of a value that is an object.
  Reader(const nlohmann::json& object, const Where& at, Findings& findings)
      : object_(object), at_(at), findings_(findings) {}

  template <typename T>
  void operator()(const char* key, T& member, const Rule& rule = {}) {
    if (const nlohmann::json* value = find(key, !kIsOptional<T>))
      read_value(*value, Where(at_, key), rule, member, findings_);
  }
  /// A key that must be there, and is null where there is nothing.
  template <typename T>
  void or_null(const char* key, std::optional<T>& member) {
    const nlohmann::json* value = find(key, true);
    if (value && !value->is_null()) read_value(*value, Where(at_, key), {}, member, findings_);
  }
  /// A key that may be missing or null.
  template <typename T>
  void null_too(const char* key, std::optional<T>& member) {
    const nlohmann::json* value = find(key, false);
    if (value && !value->is_null()) read_value(*value, Where(at_, key), {}, member, findings_);
  }
  /// A key of older files, which is read over, whatever it holds.
  void former(const char* key) { find(key, false); }
  /// Reads all other keys, whose values are of one kind.
  template <typename T>
  void others(std::map<std::string, T>& members) {
    for (const auto& [key, value] : object_.items())
      if (!known(key)) read_value(value, Where(at_, key), {}, members[key], findings_);
    open_ = true;
  }
  /// Other keys may stand here: the record is another program's.
  void open() { open_ = true; }
  /// Tells of keys that are not known.
  void finish() const;

 private:
  const nlohmann::json* find(const char* key, bool required);
  bool known(const std::string& key) const {
    return std::find(keys_.begin(), keys_.end(), key) != keys_.end();
  }

  const nlohmann::json& object_;
  const Where& at_;
  Findings& findings_;
  std::vector<std::string_view> keys_;
  std::size_t found_ = 0;
  bool open_ = false;
};

template <typename T>
void read_numbers(const nlohmann::json& list, const Where& at, const Rule& rule,
                  std::vector<T>& out, Findings& findings) {
  out.reserve(list.size());
  for (const nlohmann::json& item : list) {
    // Most numbers are of this kind, and there are hundreds of thousands of them.
    if constexpr (std::is_same_v<T, double>)
      if (const double* plain = item.get_ptr<const double*>();
          plain && std::isfinite(*plain) && *plain >= rule.least && !rule.above) {
        out.push_back(*plain);
        continue;
      }
    const std::size_t before = findings.size();
    const Where here(at, out.size());  // before the list grows
    read_value(item, here, rule, out.emplace_back(), findings);
    if (findings.size() > before) return;  // one of two hundred says enough
  }
}

template <typename T>
void read_list(const nlohmann::json& list, const Where& at, const Rule& rule, std::vector<T>& out,
               Findings& findings) {
  if (!list.is_array()) return add_mismatch(list, at, "a list", findings);
  if (list.size() < rule.fewest || list.size() > rule.most) {
    const bool bounded = rule.most != Rule{}.most;
    findings.push_back(
        {at.pointer(), "must hold " +
                           (bounded ? std::to_string(rule.fewest) + " to " +
                                          std::to_string(rule.most) + " elements"
                                    : "at least " + std::to_string(rule.fewest) +
                                          (rule.fewest == 1 ? " element" : " elements")) +
                           ", not " + std::to_string(list.size())});
    return;
  }
  const Rule each = of_elements(rule);
  if constexpr (std::is_arithmetic_v<T>) {
    read_numbers(list, at, each, out, findings);
  } else {
    out.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i)
      read_value(list[i], Where(at, i), each, out[i], findings);
  }
}

template <typename T>
void read_whole(const nlohmann::json& value, const Where& at, Rule rule, T& out,
                Findings& findings) {
  if (std::is_unsigned_v<T>) rule.least = std::max(rule.least, 0.0);
  const std::optional<double> number = number_of(value, rule);
  // A double holds every whole number up to 2^53; beyond it, and beyond T, nothing is counted.
  constexpr double kMost =
      std::min(static_cast<double>(std::numeric_limits<T>::max()), 9007199254740992.0);
  if (!number || *number != std::floor(*number) || std::abs(*number) > kMost)
    return add_mismatch(value, at, number_in_words(rule, true), findings);
  out = static_cast<T>(*number);
}

template <typename T>
void read_object(const nlohmann::json& value, const Where& at, T& out, Findings& findings) {
  if (!value.is_object()) return add_mismatch(value, at, "an object", findings);
  const std::size_t before = findings.size();
  Reader reader(value, at, findings);
  fields(reader, out);
  reader.finish();
  if constexpr (requires { refuse(out, at, findings); })
    if (findings.size() == before) refuse(out, at, findings);
}

template <typename T>
void read_value(const nlohmann::json& value, const Where& at, const Rule& rule, T& out,
                Findings& findings) {
  if constexpr (kIsOptional<T>) {
    read_value(value, at, rule, out.emplace(), findings);
  } else if constexpr (kIsList<T>) {
    read_list(value, at, rule, out, findings);
  } else if constexpr (kIsMap<T>) {
    if (!value.is_object()) return add_mismatch(value, at, "an object", findings);
    for (const auto& [key, item] : value.items())
      read_value(item, Where(at, key), rule, out[key], findings);
  } else if constexpr (std::is_same_v<T, bool>) {
    if (!value.is_boolean()) return add_mismatch(value, at, "true or false", findings);
    out = value.get<bool>();
  } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, Status>) {
    const std::string* text = value.get_ptr<const std::string*>();
    if (!text || !obeys(*text, rule)) return add_mismatch(value, at, text_in_words(rule), findings);
    if constexpr (std::is_same_v<T, Status>)
      out = static_cast<Status>(std::find(std::begin(kStatus), std::end(kStatus), *text) - kStatus);
    else
      out = *text;
  } else if constexpr (std::is_same_v<T, SettingValue>) {
    if (const std::string* text = value.get_ptr<const std::string*>())
      out = *text;
    else if (const std::optional<double> number = number_of(value, rule))
      out = *number;
    else
      add_mismatch(value, at, "a number or text", findings);
  } else if constexpr (std::is_same_v<T, double> || std::is_same_v<T, Number>) {
    const std::optional<double> number = number_of(value, rule);
    if (!number) return add_mismatch(value, at, number_in_words(rule, false), findings);
    out = *number;
    if constexpr (std::is_same_v<T, Number>)
      if (value.is_number_integer() && std::abs(*number) < 9007199254740992.0)
        out = value.get<std::int64_t>();
  } else if constexpr (std::is_integral_v<T>) {
    read_whole(value, at, rule, out, findings);
  } else {
    read_object(value, at, out, findings);
  }
}

}  // namespace tycho::result
