#include "harness/verify/verify.hpp"

#include "core/error.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/parse_json.hpp"
#include "harness/verify/against_cases.hpp"

namespace tycho::verify {

using nlohmann::json;

namespace {

void append(Findings& to, Findings more) {
  for (Finding& finding : more) to.push_back(std::move(finding));
}

}  // namespace

Verified look_over(const json& content, CaseShelf* shelf) {
  Verified verified;
  if (const auto file = result::read_result(content, verified.findings)) {
    append(verified.findings, check_consistency(*file));
    if (shelf) {
      AgainstCases held = check_against_cases(*file, *shelf);
      append(verified.findings, std::move(held.findings));
      append(verified.notes, std::move(held.notes));
    }
  }
  append(verified.findings, check_privacy(content));
  return verified;
}

Findings look_over(const json& content) { return look_over(content, nullptr).findings; }

Verified verify(const std::filesystem::path& file, CaseShelf* shelf) {
  std::string text;
  try {
    text = result::read_text(file);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
  try {
    return look_over(result::parse_json(text), shelf);
  } catch (const UsageError& error) {
    return {{{"", error.what()}}, {}};
  }
}

Findings verify(const std::filesystem::path& file) { return verify(file, nullptr).findings; }

}  // namespace tycho::verify
