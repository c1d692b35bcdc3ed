#include "harness/verify/shape.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace tycho::verify {

using nlohmann::json;

namespace {

// What stands there, in a few words.
std::string shown(const json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  if (text.size() > 40) text.replace(37, std::string::npos, "...");
  return text;
}

}  // namespace

bool is_time(const std::string& text) {
  constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:ddZ";
  if (text.size() != kForm.size()) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    const bool digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    if (kForm[i] == 'd' ? !digit : text[i] != kForm[i]) return false;
  }
  const auto part = [&](std::size_t at) { return std::stoi(text.substr(at, 2)); };
  return part(5) >= 1 && part(5) <= 12 && part(8) >= 1 && part(8) <= 31 && part(11) < 24 &&
         part(14) < 60 && part(17) <= 60;
}

Shape::Shape(const json& value, std::string at, Findings& findings)
    : value_(value), at_(std::move(at)), findings_(findings), object_(value.is_object()) {
  if (!object_) add(at_, "must be an object, not " + shown(value));
}

const json* Shape::get(const std::string& key, bool required) {
  known_.push_back(key);
  if (!object_) return nullptr;
  const auto found = value_.find(key);
  if (found != value_.end()) return &*found;
  if (required) add(at_, "the key '" + key + "' is missing");
  return nullptr;
}

const json* Shape::typed(const std::string& key, bool required, bool fits, const char* expected) {
  const json* value = get(key, required);
  if (!value || fits) return value;
  add(below(at_, key), std::string("must be ") + expected + ", not " + shown(*value));
  return nullptr;
}

namespace {

const json& peek(const json& value, const std::string& key) {
  static const json kNothing;
  if (!value.is_object()) return kNothing;
  const auto found = value.find(key);
  return found == value.end() ? kNothing : *found;
}

}  // namespace

const json* Shape::text(const std::string& key, bool required, bool filled) {
  const json& value = peek(value_, key);
  const bool fits = value.is_string() && (!filled || !value.get_ref<const std::string&>().empty());
  return typed(key, required, fits, filled ? "text that is not empty" : "text");
}

const json* Shape::number(const std::string& key, bool required, double least) {
  const json& value = peek(value_, key);
  const bool fits = value.is_number() && value.get<double>() >= least;
  const std::string expected =
      std::isinf(least) ? "a number" : "a number of at least " + json(least).dump();
  return typed(key, required, fits, expected.c_str());
}

const json* Shape::whole(const std::string& key, double least, bool required) {
  const json& value = peek(value_, key);
  const bool fits = value.is_number() && value.get<double>() >= least &&
                    value.get<double>() == std::floor(value.get<double>());
  const std::string expected =
      std::isinf(least) ? "a whole number" : "a whole number of at least " + json(least).dump();
  return typed(key, required, fits, expected.c_str());
}

const json* Shape::flag(const std::string& key) {
  return typed(key, true, peek(value_, key).is_boolean(), "true or false");
}

const json* Shape::object(const std::string& key, bool required) {
  return typed(key, required, peek(value_, key).is_object(), "an object");
}

const json* Shape::list(const std::string& key, bool required) {
  return typed(key, required, peek(value_, key).is_array(), "a list");
}

const json* Shape::word(const std::string& key, std::initializer_list<std::string_view> allowed) {
  const json& value = peek(value_, key);
  const bool fits =
      value.is_string() && std::find(allowed.begin(), allowed.end(),
                                     value.get_ref<const std::string&>()) != allowed.end();
  std::string expected;
  for (const std::string_view one : allowed)
    expected += (expected.empty() ? "" : " or ") + std::string(one);
  return typed(key, true, fits, expected.c_str());
}

const json* Shape::time(const std::string& key) {
  const json& value = peek(value_, key);
  return typed(key, true, value.is_string() && is_time(value.get<std::string>()),
               "a time as 2026-11-15T02:00:00Z");
}

void Shape::nothing_else() {
  if (!object_) return;
  for (const auto& [key, ignored] : value_.items())
    if (std::find(known_.begin(), known_.end(), key) == known_.end())
      add(below(at_, key), "no such key is known here");
}

}  // namespace tycho::verify
