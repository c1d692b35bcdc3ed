#include "harness/verify/verify.hpp"

#include "core/error.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/parse_json.hpp"

namespace tycho::verify {

using nlohmann::json;

Findings look_over(const json& content) {
  Findings findings;
  const auto append = [&](Findings more) {
    for (Finding& finding : more) findings.push_back(std::move(finding));
  };
  if (const auto file = result::read_result(content, findings)) {
    append(check_consistency(*file));
    append(check_derived(*file));
  }
  append(check_privacy(content));
  return findings;
}

Findings verify(const std::filesystem::path& file) {
  std::string text;
  try {
    text = result::read_text(file);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
  json content;
  try {
    content = result::parse_json(text);
  } catch (const UsageError& error) {
    return {{"", error.what()}};
  }
  return look_over(content);
}

}  // namespace tycho::verify
