#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "core/error.hpp"
#include "harness/result/current_names.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/one_line.hpp"
#include "harness/result/parse_json.hpp"
#include "harness/result/result.hpp"

namespace tycho::result {

namespace {

using nlohmann::json;
using Type = json::value_t;

constexpr std::string_view kSchemaPrefix = "tycho-result/";

// Names the file and the place in every complaint.
class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : file_(file) {}

  [[noreturn]] void reject(const std::string& pointer, const std::string& what) const {
    throw UsageError(
        one_line(file_.string() + (pointer.empty() ? "" : ", " + pointer) + ": " + what));
  }

  const json& require(const json& object, const std::string& at, const char* key,
                      bool (json::*is)() const noexcept, const char* type) const {
    const auto found = object.find(key);
    if (found == object.end()) reject(at, std::string("the key '") + key + "' is missing");
    if (!((*found).*is)()) reject(at + "/" + key, std::string("must be ") + type);
    return *found;
  }
  const json& text(const json& object, const std::string& at, const char* key) const {
    return require(object, at, key, &json::is_string, "a string");
  }
  const json& object(const json& holder, const std::string& at, const char* key) const {
    return require(holder, at, key, &json::is_object, "an object");
  }
  const json& number(const json& holder, const std::string& at, const char* key) const {
    return require(holder, at, key, &json::is_number, "a number");
  }

 private:
  std::filesystem::path file_;
};

void check_schema(const Reader& reader, const json& root) {
  const auto schema = reader.text(root, "", "schema").get<std::string>();
  const std::string known = std::string(kSchemaPrefix) + std::to_string(kResultVersion);
  if (schema == known) return;
  if (schema.starts_with(kSchemaPrefix) &&
      std::atoi(schema.c_str() + kSchemaPrefix.size()) > kResultVersion)
    reader.reject("/schema", "'" + schema + "' was written by a newer tycho; this one reads " +
                                 known + ": update it");
  reader.reject("/schema", "'" + schema + "' is not a result; expected '" + known + "'");
}

void check_statistics(const Reader& reader, const json& holder, const std::string& at) {
  const json& step = reader.object(holder, at, "step_s");
  for (const char* key : {"median", "low", "high", "minimum"})
    reader.number(step, at + "/step_s", key);
}

void check_run(const Reader& reader, const json& run, const std::string& at) {
  if (!run.is_object()) reader.reject(at, "must be an object");
  for (const char* key : {"id", "paper", "case", "variant", "backend", "reason"})
    reader.text(run, at, key);
  reader.number(run, at, "n");
  reader.object(run, at, "settings");
  const auto status = reader.text(run, at, "status").get<std::string>();
  constexpr std::array<std::string_view, 3> kStatus{"ok", "failed", "skipped"};
  if (std::find(kStatus.begin(), kStatus.end(), status) == kStatus.end())
    reader.reject(at + "/status", "'" + status + "' is not ok, failed or skipped");
  if (!run.contains("timing")) return;
  if (status != "ok") reader.reject(at + "/timing", "a run that is '" + status + "' has no timing");
  const json& timing = reader.object(run, at, "timing");
  check_statistics(reader, timing, at + "/timing");
  if (!timing.contains("stages")) return;
  for (const auto& [stage, measured] : reader.object(timing, at + "/timing", "stages").items())
    check_statistics(reader, measured, at + "/timing/stages/" + stage);
}

}  // namespace

Result read_result(const std::filesystem::path& file) {
  const Reader reader(file);
  json root;
  try {
    root = parse_json(read_text(file));
  } catch (const UsageError& error) {
    reader.reject("", error.what());
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
  if (!root.is_object()) reader.reject("", "must be a JSON object");
  check_schema(reader, root);

  Result result;
  result.paper = reader.text(root, "", "paper").get<std::string>();
  result.suite = reader.text(root, "", "suite").get<std::string>();
  result.provenance = reader.object(root, "", "provenance");
  const json& runs = reader.require(root, "", "runs", &json::is_array, "a list");
  std::set<std::string> ids;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string at = "/runs/" + std::to_string(i);
    check_run(reader, runs[i], at);
    if (!ids.insert(runs[i].at("id").get<std::string>()).second)
      reader.reject(at + "/id", "'" + runs[i].at("id").get<std::string>() + "' stands twice");
    result.runs.push_back(runs[i]);
    use_current_names(result.runs.back());
  }
  return result;
}

}  // namespace tycho::result
