#include "harness/result/probe.hpp"

#include <cstdlib>

#include "core/error.hpp"
#include "harness/result/one_line.hpp"
#include "harness/result/probe_fields.hpp"
#include "harness/result/reader.hpp"

namespace tycho::result {

namespace {

using nlohmann::json;

constexpr std::string_view kPrefix = "tycho-probe/";

[[noreturn]] void reject(const std::filesystem::path& file, const std::string& what) {
  throw UsageError(one_line(file.string() + ": " + what));
}

Ceiling ceiling_of(const CeilingRecord& from) {
  return {from.backend,           from.id,        from.label,
          from.size.value_or(""), from.unit,      from.threads.value_or(1),
          from.value.median,      from.value.low, from.value.high,
          from.seconds.median,    from.check.pass};
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
    reject(file, "/schema: '" + brief(schema) + "' is " +
                     (newer ? "newer than this program reads (" + known + "): use a newer tycho"
                            : "not " + known));
  }
  ProbeRecord read;
  Findings findings;
  read_value(content, Where(), {}, read, findings);
  if (!findings.empty()) {
    const Finding& first = findings.front();
    reject(file, (first.at.empty() ? "" : first.at + ": ") + first.what);
  }
  ProbeFile probe;
  probe.machine = read.provenance.machine;
  probe.date = read.provenance.date.value_or("");
  probe.cache_bytes = read.cache_bytes.value_or(0);
  probe.core_cache_bytes = read.core_cache_bytes.value_or(0);
  if (read.provenance.gpu) probe.l2_bytes = read.provenance.gpu->l2_bytes.value_or(0);
  for (const CeilingRecord& ceiling : read.ceilings) probe.ceilings.push_back(ceiling_of(ceiling));
  return probe;
}

}  // namespace tycho::result
