#include "harness/result/reader.hpp"

#include <cctype>
#include <chrono>
#include <cstdio>

#include "core/joined.hpp"
#include "harness/result/plain_name.hpp"

namespace tycho::result {

using nlohmann::json;

namespace {

// The value in a few words, for errors.
std::string shown(const json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  if (text.size() > 40) text.replace(37, std::string::npos, "...");
  return text;
}

// "2026-11-15T02:00:00Z": digits where they belong, and a day there is.
bool is_time(const std::string& text) {
  constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:ddZ";
  if (text.size() != kForm.size()) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    const bool digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    if (kForm[i] == 'd' ? !digit : text[i] != kForm[i]) return false;
  }
  const auto part = [&](std::size_t at, std::size_t digits = 2) {
    return static_cast<unsigned>(std::stoi(text.substr(at, digits)));
  };
  const std::chrono::year_month_day day{std::chrono::year(static_cast<int>(part(0, 4))),
                                        std::chrono::month(part(5)), std::chrono::day(part(8))};
  return day.ok() && part(11) < 24 && part(14) < 60 && part(17) <= 60;
}

}  // namespace

void add_mismatch(const json& value, const Where& at, const std::string& expected,
                  Findings& findings) {
  findings.push_back({at.pointer(), "must be " + expected + ", not " + shown(value)});
}

std::string number_in_words(const Rule& rule, bool whole) {
  std::string words = whole ? "a whole number" : "a number";
  char least[32];
  std::snprintf(least, sizeof least, "%g", rule.least);
  if (!std::isinf(rule.least))
    words += (rule.above ? " above " : " of at least ") + std::string(least);
  if (rule.null) words += ", or null for one that is not a number";
  return words;
}

std::string text_in_words(const Rule& rule) {
  if (!rule.words.empty()) return joined(rule.words, " or ");
  if (rule.text == Text::kTime) return "a time there is, as 2026-11-15T02:00:00Z";
  if (rule.text == Text::kPlainName) return kPlainNameInWords;
  return rule.text == Text::kFilled ? "text that is not empty" : "text";
}

std::optional<double> number_of(const json& value, const Rule& rule) {
  constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
  if (value.is_null() && rule.null) return kNotANumber;
  if (!value.is_number()) return std::nullopt;
  const double number = value.get<double>();
  if (!std::isfinite(number)) return rule.null ? std::optional(kNotANumber) : std::nullopt;
  if (number < rule.least || (rule.above && number == rule.least)) return std::nullopt;
  return number;
}

bool obeys(const std::string& text, const Rule& rule) {
  if (!rule.words.empty())
    return std::find(rule.words.begin(), rule.words.end(), text) != rule.words.end();
  if (rule.text == Text::kTime) return is_time(text);
  if (rule.text == Text::kPlainName) return is_plain_name(text);
  return rule.text != Text::kFilled || !text.empty();
}

const json* Reader::find(const char* key, bool required) {
  keys_.push_back(key);
  const auto found = object_.find(key);
  if (found != object_.end()) {
    ++found_;
    return &*found;
  }
  if (required)
    findings_.push_back({at_.pointer(), "the key '" + std::string(key) + "' is missing"});
  return nullptr;
}

void Reader::finish() const {
  if (open_ || found_ == object_.size()) return;
  for (const auto& [key, ignored] : object_.items())
    if (!known(key))
      findings_.push_back(
          {Where(at_, key).pointer(), "no such key is known here; allowed are " + joined(keys_)});
}

}  // namespace tycho::result
