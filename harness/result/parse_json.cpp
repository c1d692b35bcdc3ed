#include "harness/result/parse_json.hpp"

#include "core/error.hpp"

namespace tycho::result {

using nlohmann::json;

std::string too_deep() { return "nested deeper than " + std::to_string(kDeepest) + " levels"; }

std::string without_tag(const json::exception& error) {
  const std::string what = error.what();
  const std::size_t tag = what.find("] ");
  return tag == std::string::npos ? what : what.substr(tag + 2);
}

json parse_json(std::string_view text) {
  try {
    return json::parse(text, [](int depth, json::parse_event_t, json&) {
      if (static_cast<std::size_t>(depth) > kDeepest) throw UsageError(too_deep());
      return true;
    });
  } catch (const json::exception& error) {
    throw UsageError("not JSON: " + without_tag(error));
  }
}

}  // namespace tycho::result
