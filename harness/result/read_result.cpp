#include <cstdlib>

#include "core/error.hpp"
#include "harness/result/current_names.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/older.hpp"
#include "harness/result/one_line.hpp"
#include "harness/result/parse_json.hpp"
#include "harness/result/reader.hpp"
#include "harness/result/result.hpp"

namespace tycho::result {

namespace {

using nlohmann::json;

constexpr std::string_view kName = "tycho-result/";
static_assert(kResultSchema.starts_with(kName));

[[noreturn]] void reject(const std::string& origin, const Finding& finding) {
  throw UsageError(
      one_line(origin + (finding.at.empty() ? "" : ", " + finding.at) + ": " + finding.what));
}

template <typename T>
T read_or_reject(const json& from, const std::string& origin) {
  T out;
  Findings findings;
  read_value(from, Where(), {}, out, findings);
  if (!findings.empty()) reject(origin, findings.front());
  return out;
}

// The text of the key `schema`; nothing where the content has none.
const std::string* schema_of(const json& content) {
  if (!content.is_object()) return nullptr;
  const auto schema = content.find("schema");
  return schema == content.end() ? nullptr : schema->get_ptr<const std::string*>();
}

// Of another version nothing else can be said.
std::optional<Finding> other_version(const json& content) {
  const std::string* found = schema_of(content);
  if (!found || *found == kResultSchema || *found == kFormerResultSchema) return std::nullopt;
  const std::string known(kResultSchema);
  const bool newer =
      found->starts_with(kName) && std::atoi(found->c_str() + kName.size()) > kResultVersion;
  return Finding{"/schema", "'" + brief(*found) + "' " +
                                (newer ? "was written by a newer tycho; this one reads " + known +
                                             ": update it"
                                       : "is not a result; expected '" + known + "'")};
}

ResultFile read_file(const json& content, Findings& findings) {
  ResultFile file;
  if (std::optional<Finding> other = other_version(content))
    findings.push_back(*std::move(other));
  else
    read_value(content, Where(), {}, file, findings);
  use_current_suite(file);
  return file;
}

}  // namespace

bool is_result(const json& content) {
  const std::string* schema = schema_of(content);
  return schema && schema->starts_with(kName);
}

std::optional<ResultFile> read_result(const json& content, Findings& findings) {
  const std::size_t before = findings.size();
  ResultFile file = read_file(content, findings);
  if (findings.size() > before) return std::nullopt;
  return file;
}

Result read_result(const json& content, const std::filesystem::path& file) {
  Findings findings;
  ResultFile read = read_file(content, findings);
  if (findings.empty()) {
    for (RunRecord& run : read.runs) {
      use_current_names(run);
      correct(run);
    }
    refuse(read, Where(), findings);  // two ids may have become one
  }
  if (!findings.empty()) reject(file.string(), findings.front());
  Result& kept = read;
  return std::move(kept);
}

Result read_result(const std::filesystem::path& file) {
  json content;
  try {
    content = parse_json(read_text(file));
  } catch (const UsageError& error) {
    reject(file.string(), {"", error.what()});
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
  return read_result(content, file);
}

RunRecord read_run(const json& from, const std::string& origin) {
  RunRecord run = read_or_reject<RunRecord>(from, origin);
  use_current_names(run);
  return run;
}

Provenance read_provenance(const json& from, const std::string& origin) {
  return read_or_reject<Provenance>(from, origin);
}

}  // namespace tycho::result
