#include "harness/campaign/supervisor.hpp"

#include "harness/campaign/interrupt.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/utc_time.hpp"

namespace tycho::campaign {

namespace {

using nlohmann::json;

json not_run(const Job& job, const char* status, const std::string& reason) {
  json record = job.description;
  record["status"] = status;
  record["reason"] = reason;
  return record;
}

// The record a child left, or null where it left none that can be used.
json record_left(const Job& job, const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return nullptr;
  json record = json::parse(result::read_text(file), nullptr, /*allow_exceptions=*/false);
  const bool usable = record.is_object() && record.value("id", json()) == job.id() &&
                      record.value("status", json()).is_string();
  return usable ? record : json();
}

json record_of(const Job& job, const ChildEnd& end, const std::filesystem::path& file) {
  if (!end.succeeded()) return not_run(job, "failed", end.reason());
  if (const json left = record_left(job, file); !left.is_null()) {
    json record = job.description;
    record.update(left);
    return record;
  }
  return not_run(job, "failed",
                 "ended without a readable record" +
                     (end.last_line.empty() ? std::string() : ": " + end.last_line));
}

}  // namespace

SuperviseEnd supervise(std::span<const Job> jobs, const std::filesystem::path& record_file,
                       const std::function<void(const json& record)>& keep, Watcher& watcher) {
  for (const Job& job : jobs) {
    if (InterruptGuard::interrupted()) return SuperviseEnd::kInterrupted;
    watcher.started(job);
    const std::string began = result::utc_now();
    json record;
    double wall = 0;
    if (!job.unavailable.empty()) {
      record = not_run(job, "skipped", job.unavailable);
    } else {
      std::filesystem::remove(record_file);
      const ChildEnd end = run_child(job.command, [&](const std::string& phase, double fraction) {
        watcher.progressed(phase, fraction);
      });
      if (end.kind == ChildEnd::Kind::kInterrupted) {
        std::filesystem::remove(record_file);
        return SuperviseEnd::kInterrupted;
      }
      record = record_of(job, end, record_file);
      wall = end.wall.count();
    }
    record["started"] = began;
    record["wall_s"] = wall;
    keep(record);
    std::filesystem::remove(record_file);
    watcher.finished(job, record);
  }
  return SuperviseEnd::kAllDone;
}

}  // namespace tycho::campaign
