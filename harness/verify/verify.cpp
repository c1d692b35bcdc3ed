#include "harness/verify/verify.hpp"

#include "core/error.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/parse_json.hpp"

namespace tycho::verify {

using nlohmann::json;

Findings verify(const std::filesystem::path& file) {
  std::string text;
  try {
    text = result::read_text(file);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
  json result;
  try {
    result = result::parse_json(text);
  } catch (const UsageError& error) {
    return {{"", error.what()}};
  }
  Findings findings = check_schema(result);
  if (findings.empty()) findings = check_consistency(result);
  for (Finding& finding : check_privacy(result)) findings.push_back(std::move(finding));
  return findings;
}

}  // namespace tycho::verify
