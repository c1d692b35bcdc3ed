#include "harness/result/parse_json.hpp"

#include "core/error.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/one_line.hpp"

namespace tycho::result {

using nlohmann::json;

std::string too_deep() { return "nested deeper than " + std::to_string(kDeepest) + " levels"; }

std::string without_tag(const json::exception& error) {
  const std::string what = error.what();
  const std::size_t tag = what.find("] ");
  // It repeats the last thing it read, which may be a text of any length.
  return brief(tag == std::string::npos ? what : what.substr(tag + 2));
}

namespace {

// Brackets outside of texts. Counted beforehand: a parser that asks at every value whether it may
// go on takes half as long again.
bool is_too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_text) {
      if (c == '\\') ++i;
      if (c == '"') in_text = false;
    } else if (c == '"') {
      in_text = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest) return true;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace

json parse_json(std::string_view text) {
  if (is_too_deep(text)) throw UsageError(too_deep());
  try {
    return json::parse(text);
  } catch (const json::exception& error) {
    throw UsageError("not JSON: " + without_tag(error));
  }
}

json parse_json_file(const std::filesystem::path& file) {
  try {
    return parse_json(read_text(file));
  } catch (const std::runtime_error& error) {
    throw UsageError(file.string() + ": " + error.what());
  }
}

}  // namespace tycho::result
