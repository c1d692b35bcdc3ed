#include "harness/result/probe.hpp"

#include <cstdlib>

#include "core/error.hpp"

namespace tycho::result {

namespace {

using nlohmann::json;

constexpr std::string_view kPrefix = "tycho-probe/";

[[noreturn]] void reject(const std::filesystem::path& file, const std::string& what) {
  throw UsageError(file.string() + ": " + what);
}

Ceiling read_ceiling(const json& from) {
  Ceiling ceiling;
  ceiling.backend = from.at("backend").get<std::string>();
  ceiling.id = from.at("id").get<std::string>();
  ceiling.label = from.at("label").get<std::string>();
  ceiling.size = from.value("size", "");
  ceiling.unit = from.at("unit").get<std::string>();
  ceiling.threads = from.value("threads", 1);
  const json& value = from.at("value");
  ceiling.value = value.at("median").get<double>();
  ceiling.low = value.at("low").get<double>();
  ceiling.high = value.at("high").get<double>();
  ceiling.seconds = from.at("seconds").at("median").get<double>();
  ceiling.pass = from.at("check").at("pass").get<bool>();
  return ceiling;
}

}  // namespace

const Ceiling* ProbeFile::find(const std::string& backend, const std::string& id,
                               int threads) const {
  const Ceiling* found = nullptr;
  for (const Ceiling& ceiling : ceilings) {
    if (ceiling.backend != backend || ceiling.id != id || !ceiling.pass) continue;
    if (backend == "cuda") return &ceiling;
    // The smallest count that is enough, else the largest there is.
    const bool enough = ceiling.threads >= threads;
    if (!found || (enough && (found->threads < threads || ceiling.threads < found->threads)) ||
        (!enough && found->threads < threads && ceiling.threads > found->threads))
      found = &ceiling;
  }
  return found;
}

bool is_probe(const json& content) {
  if (!content.is_object()) return false;
  const auto schema = content.find("schema");
  return schema != content.end() && schema->is_string() &&
         schema->get<std::string>().rfind(kPrefix, 0) == 0;
}

ProbeFile read_probe(const json& content, const std::filesystem::path& file) {
  if (!is_probe(content)) reject(file, "not a probe: its schema must be tycho-probe/1");
  const auto schema = content.at("schema").get<std::string>();
  const std::string known = std::string(kPrefix) + std::to_string(kProbeVersion);
  if (schema != known) {
    const bool newer = std::atoi(schema.c_str() + kPrefix.size()) > kProbeVersion;
    reject(file, "/schema: '" + schema + "' is " +
                     (newer ? "newer than this program reads (" + known + "): use a newer tycho"
                            : "not " + known));
  }
  try {
    ProbeFile probe;
    probe.provenance = content.at("provenance").get<json::object_t>();
    probe.cache_bytes = content.value("cache_bytes", 0.0);
    for (const json& ceiling : content.at("ceilings"))
      probe.ceilings.push_back(read_ceiling(ceiling));
    return probe;
  } catch (const json::exception& error) {
    reject(file, "not a probe of schema " + known + ": " + error.what());
  }
}

}  // namespace tycho::result
