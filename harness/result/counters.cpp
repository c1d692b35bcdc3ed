#include "harness/result/counters.hpp"

#include "core/error.hpp"
#include "harness/result/one_line.hpp"
#include "harness/result/reader.hpp"

namespace tycho::result {

template <typename Visitor, Is<StageCounters> T>
void fields(Visitor& visit, T& entry) {
  visit("run", entry.run, kFilled);
  visit("stage", entry.stage, kFilled);
  visit("commit", entry.commit);
  visit("launches", entry.launches, at_least(1));
  visit("skipped_launches", entry.skipped_launches, at_least(0));
  visit("counters", entry.counters);
  visit("reason", entry.reason, kFilled);
}

template <typename Visitor, Is<CountersFile> T>
void fields(Visitor& visit, T& file) {
  visit("schema", file.schema);
  visit("machine", file.machine, kFilled);
  visit("runs", file.runs);
}

CountersFile read_counters(const nlohmann::json& content, const std::filesystem::path& file) {
  CountersFile read;
  Findings findings;
  read_value(content, Where(), {}, read, findings);
  if (findings.empty() && read.schema != kCountersSchema)
    findings.push_back({"/schema", "must be '" + std::string(kCountersSchema) + "', not '" +
                                       brief(read.schema) + "'"});
  if (!findings.empty())
    throw UsageError(
        one_line(file.string() + ", " + findings.front().at + ": " + findings.front().what));
  return read;
}

}  // namespace tycho::result
