// The format of a result, as harness/result/fields.hpp has it, told in the words of JSON Schema.
#include "tests/harness/format_of_results.hpp"

#include <algorithm>
#include <cmath>

#include "harness/result/fields.hpp"
#include "harness/result/kinds.hpp"
#include "harness/result/plain_name.hpp"

namespace tycho::result {

namespace {

using nlohmann::json;

/// Of strings, not of JSON values in braces, some of which clang 14 forgets to destroy.
json words(const std::vector<std::string>& list) { return list; }

template <typename T>
json schema_of(const Rule& rule);

/// Visits one record and keeps what each of its keys may hold.
class Teller {
 public:
  template <typename T>
  void operator()(const char* key, const T&, const Rule& rule = {}) {
    properties_[key] = schema_of<T>(rule);
    if constexpr (!kIsOptional<T>) required_.push_back(key);
  }
  template <typename T>
  void or_null(const char* key, const std::optional<T>&) {
    properties_[key] = schema_of<T>({});
    properties_[key]["type"] = words({"object", "null"});
    required_.push_back(key);
  }
  template <typename T>
  void others(const std::map<std::string, T>&) {
    others_ = schema_of<T>({});
  }
  void former(const char* key) { properties_[key] = json::object(); }

  json told() {
    json schema{{"type", "object"}, {"properties", properties_}};
    schema["additionalProperties"] = others_;
    std::sort(required_.begin(), required_.end());
    if (!required_.empty()) schema["required"] = required_;
    return schema;
  }

 private:
  json properties_ = json::object(), others_ = false;
  std::vector<std::string> required_;
};

json text_schema(const Rule& rule) {
  if (rule.words.size() == 1) return {{"const", rule.words.front()}};
  if (!rule.words.empty()) return {{"enum", rule.words}};
  json schema{{"type", "string"}};
  if (rule.text == Text::kFilled) schema["minLength"] = 1;
  if (rule.text == Text::kTime) schema["pattern"] = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$";
  if (rule.text == Text::kPlainName) schema["pattern"] = kPlainNamePattern;
  return schema;
}

json number_schema(const char* type, const Rule& rule) {
  json schema{{"type", type}};
  if (rule.null) schema["type"] = words({type, "null"});
  if (!std::isinf(rule.least)) schema[rule.above ? "exclusiveMinimum" : "minimum"] = rule.least;
  return schema;
}

template <typename T>
struct Element;
template <typename T>
struct Element<std::optional<T>> : std::type_identity<T> {};
template <typename T>
struct Element<std::vector<T>> : std::type_identity<T> {};
template <typename T>
struct Element<std::map<std::string, T>> : std::type_identity<T> {};

template <typename T>
json schema_of(const Rule& rule) {
  if constexpr (kIsOptional<T>) {
    return schema_of<typename Element<T>::type>(rule);
  } else if constexpr (kIsList<T>) {
    json schema{{"type", "array"}};
    schema["items"] = schema_of<typename Element<T>::type>(of_elements(rule));
    if (rule.fewest != Rule{}.fewest) schema["minItems"] = rule.fewest;
    if (rule.most != Rule{}.most) schema["maxItems"] = rule.most;
    return schema;
  } else if constexpr (kIsMap<T>) {
    json schema{{"type", "object"}};
    schema["additionalProperties"] = schema_of<typename Element<T>::type>(rule);
    return schema;
  } else if constexpr (std::is_same_v<T, bool>) {
    return {{"type", "boolean"}};
  } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, Status>) {
    return text_schema(rule);
  } else if constexpr (std::is_same_v<T, SettingValue>) {
    json schema;
    schema["type"] = words({"number", "string"});
    return schema;
  } else if constexpr (std::is_same_v<T, double> || std::is_same_v<T, Number>) {
    return number_schema("number", rule);
  } else if constexpr (std::is_integral_v<T>) {
    Rule whole = rule;
    if (std::is_unsigned_v<T>) whole.least = std::max(whole.least, 0.0);
    return number_schema("integer", whole);
  } else {
    Teller teller;
    const T example{};
    fields(teller, example);
    return teller.told();
  }
}

}  // namespace

json format_of_results() { return schema_of<ResultFile>({}); }

}  // namespace tycho::result
