#include "harness/measure/found_file.hpp"

#include "harness/result/durable_file.hpp"
#include "harness/result/parse_json.hpp"

namespace tycho::measure {

using nlohmann::json;

json read_found(const std::filesystem::path& file, const char* schema) {
  try {
    const json held = result::parse_json(result::read_text(file));
    if (held.value("schema", "") == schema && held.at("found").is_object()) return held["found"];
  } catch (const std::exception&) {
    // Not there, or not JSON.
  }
  return json::object();
}

void keep_found(const std::filesystem::path& file, const char* schema, const std::string& name,
                const json& found) {
  json all = read_found(file, schema);
  all[name] = found;
  const json held = {{"schema", schema}, {"found", std::move(all)}};
  result::write_durably(file, held.dump(1) + '\n');
}

}  // namespace tycho::measure
