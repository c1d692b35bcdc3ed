#include "harness/tune/tuned.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/error.hpp"
#include "core/known_contracts.hpp"
#include "harness/result/current_names.hpp"
#include "harness/result/parse_json.hpp"
#include "harness/result/plain_file.hpp"

namespace tycho::tune {

namespace {

using nlohmann::json;

constexpr const char* kSchema = "tycho-tuned/1";

// Twice or half the size shares its best settings more often than not; a size class of powers of
// two would part 1023 from 1024.
constexpr double kNear = 1.0;  // in powers of two

bool for_the_same_runs(const TunedEntry& a, const TunedEntry& b) {
  return a.algorithm == b.algorithm && a.threads == b.threads && a.particles == b.particles &&
         a.with == b.with;
}

json to_json(const TunedEntry& entry) {
  return {{"algorithm", entry.algorithm},
          {"threads", entry.threads},
          {"n", entry.particles},
          {"with", entry.with},
          {"settings", entry.settings},
          {"step_s", entry.step_s},
          {"safe_step_s", entry.safe_step_s},
          {"tried", entry.tried},
          {"refused", entry.refused},
          {"case", entry.origin},
          {"date", entry.date},
          {"commit", entry.commit}};
}

TunedEntry entry_from(const json& from) {
  TunedEntry entry;
  from.at("algorithm").get_to(entry.algorithm);
  from.at("threads").get_to(entry.threads);
  from.at("n").get_to(entry.particles);
  entry.with = from.at("with");
  json settings = from.at("settings");
  if (const Contract* contract = find_contract(entry.algorithm)) {
    result::use_current_names(*contract, entry.with);
    result::use_current_names(*contract, settings);
  }
  for (const auto& [name, value] : settings.items()) entry.settings[name] = value.get<double>();
  from.at("step_s").get_to(entry.step_s);
  from.at("safe_step_s").get_to(entry.safe_step_s);
  from.at("tried").get_to(entry.tried);
  from.at("refused").get_to(entry.refused);
  from.at("case").get_to(entry.origin);
  from.at("date").get_to(entry.date);
  from.at("commit").get_to(entry.commit);
  if (entry.particles < 1) throw UsageError("n must be at least 1");
  return entry;
}

}  // namespace

const TunedEntry* TunedFile::find(const Settings& settings, std::int64_t particles,
                                  const std::string& library) const {
  if (settings.backend() != backend) return nullptr;
  json with = split(settings).with;
  if (!library.empty()) with[kOfLibrary] = library;
  const TunedEntry* nearest = nullptr;
  double least = kNear;
  for (const TunedEntry& entry : entries) {
    if (entry.algorithm != settings.contract().name || entry.threads != settings.threads() ||
        entry.with != with)
      continue;
    const double away =
        std::fabs(std::log2(static_cast<double>(particles) / static_cast<double>(entry.particles)));
    if (away > least || (nearest && away == least)) continue;
    nearest = &entry;
    least = away;
  }
  return nearest;
}

void TunedFile::keep(TunedEntry entry) {
  const auto held = std::find_if(entries.begin(), entries.end(), [&](const TunedEntry& one) {
    return for_the_same_runs(one, entry);
  });
  if (held == entries.end())
    entries.push_back(std::move(entry));
  else
    *held = std::move(entry);
}

std::string tuned_file_name(const std::string& device) {
  std::string name;
  for (const char c : device) {
    const auto letter = static_cast<unsigned char>(c);
    const char next = std::isalnum(letter) ? static_cast<char>(std::tolower(letter)) : '-';
    if (next != '-' || (!name.empty() && name.back() != '-')) name += next;
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return (name.empty() ? "unnamed" : name) + ".json";
}

TunedFile read_tuned(const std::filesystem::path& file) {
  try {
    const json content = result::parse_json(result::read_plain(file, std::uintmax_t{1} << 28));
    const auto schema = content.at("schema").get<std::string>();
    if (schema != kSchema)
      throw UsageError("schema '" + schema + "' is not '" + kSchema + "', which this tycho reads");
    TunedFile tuned{file, Backend::kCpu, content.at("device").get<std::string>(), {}};
    const auto backend = content.at("backend").get<std::string>();
    if (backend != "cpu" && backend != "cuda")
      throw UsageError("backend '" + backend + "' is neither cpu nor cuda");
    if (backend == "cuda") tuned.backend = Backend::kCuda;
    for (const json& entry : content.at("tuned")) tuned.entries.push_back(entry_from(entry));
    return tuned;
  } catch (const std::exception& error) {
    throw UsageError(file.string() + ": not a file of tuned settings: " + error.what() +
                     "; make it anew with `tycho tune`, or run with --tuned none");
  }
}

json to_json(const TunedFile& tuned) {
  json entries = json::array();
  for (const TunedEntry& entry : tuned.entries) entries.push_back(to_json(entry));
  return {{"schema", kSchema},
          {"backend", name(tuned.backend)},
          {"device", tuned.device},
          {"tuned", std::move(entries)}};
}

}  // namespace tycho::tune
