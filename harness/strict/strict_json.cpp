#include "harness/strict/strict_json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "harness/result/one_line.hpp"
#include "harness/result/parse_json.hpp"
#include "harness/result/plain_file.hpp"
#include "harness/strict/nearest.hpp"

namespace tycho::strict {

namespace {

using nlohmann::json;

/// As a JSON pointer has it (RFC 6901, section 3); of a long one the beginning.
std::string escaped(std::string_view key) {
  std::string out;
  for (const char c : result::brief(key, 60))
    out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return out;
}

/// Follows the parser and rejects a key that stands twice: nlohmann keeps the last and says
/// nothing.
class DuplicateGuard {
 public:
  explicit DuplicateGuard(std::string origin) : origin_(std::move(origin)) {}

  bool operator()(int /*depth*/, json::parse_event_t event, json& parsed) {
    if (open_.size() > result::kDeepest) throw UsageError(origin_ + ": " + result::too_deep());
    switch (event) {
      case json::parse_event_t::object_start:
        open_.push_back({false, 0, "", {}});
        break;
      case json::parse_event_t::array_start:
        open_.push_back({true, 0, "", {}});
        break;
      case json::parse_event_t::key:
        open_.back().key = parsed.get<std::string>();
        if (!open_.back().seen.insert(open_.back().key).second)
          throw UsageError(
              result::one_line(origin_ + ": " + pointer() + ": this key stands twice; keep one"));
        break;
      case json::parse_event_t::object_end:
      case json::parse_event_t::array_end:
        open_.pop_back();
        [[fallthrough]];
      case json::parse_event_t::value:
        if (!open_.empty() && open_.back().is_array) ++open_.back().index;
        break;
    }
    return true;
  }

 private:
  struct Level {
    bool is_array;
    std::size_t index;
    std::string key;
    std::set<std::string> seen;
  };

  std::string pointer() const {
    std::string out;
    for (const Level& level : open_)
      out += "/" + (level.is_array ? std::to_string(level.index) : escaped(level.key));
    return out;
  }

  std::string origin_;
  std::vector<Level> open_;
};

template <typename Number>
std::string interval(Number least, Number most) {
  std::ostringstream out;
  out << "[" << least << ", " << most << "]";
  return out.str();
}

std::string shown(const json& value) {
  constexpr std::size_t kLongest = 60;
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  // Text may hold bytes that are no UTF-8: shown with replacement characters, not thrown upon.
  std::string out = value.dump(-1, ' ', false, json::error_handler_t::replace);
  if (out.size() > kLongest) out = out.substr(0, kLongest) + "...";
  return out;
}

}  // namespace

json read_json(const std::filesystem::path& file, std::uintmax_t most_bytes) {
  const std::string origin = file.string();
  const std::string text = result::read_plain(file, most_bytes);
  if (text.empty()) throw UsageError(origin + ": cannot be read: it is empty");
  try {
    // By reference: the parser copies what it is given, and the guard has a state.
    DuplicateGuard guard(origin);
    return json::parse(text, std::ref(guard));
  } catch (const json::exception& error) {
    throw UsageError(origin + ": " + result::without_tag(error));
  }
}

void JsonView::fail(const std::string& what) const {
  throw UsageError(
      result::one_line(origin_ + ": " + (pointer_.empty() ? "" : pointer_ + ": ") + what));
}

void JsonView::fail_type(const std::string& expected) const {
  fail("must be " + expected + ", not " + shown(*value_));
}

void JsonView::require_keys(std::span<const std::string_view> allowed) const {
  if (!value_->is_object()) fail_type("an object");
  for (const auto& [key, member] : members()) {
    if (std::find(allowed.begin(), allowed.end(), key) != allowed.end()) continue;
    member.fail("unknown key" + did_you_mean(key, allowed) + "; allowed are " + joined(allowed));
  }
}

std::optional<JsonView> JsonView::find(std::string_view key) const {
  const auto found = value_->find(std::string(key));
  if (found == value_->end()) return std::nullopt;
  return JsonView(*found, origin_, pointer_ + "/" + escaped(key));
}

JsonView JsonView::at(std::string_view key) const {
  if (auto member = find(key)) return *member;
  fail("the key '" + std::string(key) + "' is missing");
}

std::vector<std::pair<std::string, JsonView>> JsonView::members() const {
  if (!value_->is_object()) fail_type("an object");
  std::vector<std::pair<std::string, JsonView>> out;
  for (const auto& [key, member] : value_->items())
    out.emplace_back(key, JsonView(member, origin_, pointer_ + "/" + escaped(key)));
  return out;
}

std::vector<JsonView> JsonView::elements() const {
  if (!value_->is_array()) fail_type("an array");
  if (value_->empty()) fail("must hold at least one element");
  std::vector<JsonView> out;
  for (const nlohmann::json& element : *value_)
    out.emplace_back(element, origin_, pointer_ + "/" + std::to_string(out.size()));
  return out;
}

double JsonView::number(double least, double most) const {
  if (!value_->is_number()) fail_type("a number");
  const double number = value_->get<double>();
  if (!(number >= least && number <= most)) fail_type("a number in " + interval(least, most));
  return number;
}

std::int64_t JsonView::whole(std::int64_t least, std::int64_t most) const {
  // 1e6 and 5.0 are whole numbers too, in JSON Schema as here. Whatever a double cannot count
  // exactly is out of every range that is asked for.
  const auto fits = [&](double number) {
    return number == std::floor(number) && number >= static_cast<double>(least) &&
           number <= static_cast<double>(most);
  };
  if (!value_->is_number() || !fits(value_->get<double>()))
    fail_type("a whole number in " + interval(least, most));
  return static_cast<std::int64_t>(value_->get<double>());
}

std::string JsonView::text() const {
  if (!value_->is_string()) fail_type("text");
  if (value_->get_ref<const std::string&>().empty()) fail("must not be empty");
  return value_->get<std::string>();
}

std::string JsonView::name() const {
  const std::string out = text();
  const bool plain = std::all_of(out.begin(), out.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view("._+-").find(c) != std::string_view::npos;
  });
  // It becomes part of ids and paths: "." and ".." must stay what they are.
  if (!plain || out.front() == '.') fail_type("a name of letters, digits and . _ + -");
  return out;
}

std::string JsonView::one_of(std::span<const std::string_view> words) const {
  const std::string out = text();
  if (std::find(words.begin(), words.end(), out) == words.end())
    fail(shown(*value_) + " is not allowed" + did_you_mean(out, words) + "; allowed are " +
         joined(words));
  return out;
}

std::pair<double, double> JsonView::range(double least, double most) const {
  if (!value_->is_array() || value_->size() != 2) fail_type("an array [low, high]");
  const auto ends = elements();
  const double low = ends[0].number(least, most);
  return {low, ends[1].number(low, most)};
}

}  // namespace tycho::strict
