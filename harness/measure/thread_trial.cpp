#include "harness/measure/thread_trial.hpp"

#include <algorithm>

#include "core/bound_cpus.hpp"
#include "core/error.hpp"
#include "harness/measure/found_file.hpp"
#include "harness/measure/timing.hpp"
#include "harness/result/plural.hpp"

namespace tycho::measure {

namespace {

using nlohmann::json;

constexpr const char* kTrialSchema = "tycho-threads/1";
constexpr int kFewestTrialSteps = 3;
constexpr double kTrialSeconds = 0.1;  // of steps, for each number of threads
// Cold caches and unborn threads are a small part of a step that takes this many seconds.
constexpr double kLongTrialStep = 1;

// The first step after loading, which finds caches cold and threads unborn, counts only if long.
double fastest_step(Algorithm& algorithm, const Contract& contract) {
  SilentTimer silent(contract.stages);
  Clock& clock = algorithm.clock();
  const auto start = HostTime::now();
  double least = 0;
  for (int step = 0; step <= kFewestTrialSteps || seconds_since(start) < kTrialSeconds; ++step) {
    clock.clear();
    const int first = clock.mark();
    algorithm.advance(silent);
    const int last = clock.mark();
    clock.wait();
    const double seconds = clock.between(first, last).count();
    if (seconds >= kLongTrialStep && step == 0) return seconds;
    if (step == 1 || (step > 1 && seconds < least)) least = seconds;
  }
  return least;
}

}  // namespace

std::vector<int> thread_counts(int available, std::optional<int> cores) {
  const int one_a_core = std::clamp(cores.value_or(available / 2), 1, available);
  std::vector<int> counts{available};
  for (const int fewer : {one_a_core, one_a_core / 2, 1})
    if (fewer >= 1 && fewer < counts.back()) counts.push_back(fewer);
  return counts;
}

ThreadTrial try_threads(const Implementation& implementation, const Settings& settings,
                        const Particles& initial, std::span<const int> counts, double seconds,
                        const Progress& progress) {
  ThreadTrial trial;
  const auto start = HostTime::now();
  for (const int threads : counts) {
    if (!trial.step_s.empty() && seconds > 0 && seconds_since(start) > seconds) break;
    progress("trying " + result::plural(threads, "thread"), 0);
    Settings tried = settings;
    tried.use_threads(threads);
    end_idle_threads();
    const auto algorithm = implementation.make(tried);
    algorithm->load(initial);
    const double step_s = fastest_step(*algorithm, *implementation.contract);
    if (trial.step_s.empty() || step_s < trial.step_s.at(trial.used)) trial.used = threads;
    trial.step_s[threads] = step_s;
  }
  end_idle_threads();
  return trial;
}

std::string trial_key(const Settings& settings, std::int64_t particles, const std::string& code) {
  auto numbers = settings.numbers();
  numbers.erase("dt");  // a step takes as long, however far it goes
  const json key = {{"algorithm", settings.contract().name},
                    {"code", code},
                    {"n", particles},
                    {"threads", settings.threads()},
                    {"numbers", numbers},
                    {"choices", settings.choices()}};
  return key.dump();
}

std::optional<ThreadTrial> find_trial(const std::filesystem::path& file, const std::string& key) {
  const json held = read_found(file, kTrialSchema);
  const auto found = held.find(key);
  if (found == held.end()) return std::nullopt;
  try {
    ThreadTrial trial{found->at("used").get<int>(), {}};
    for (const auto& [threads, step_s] : found->at("step_s").items())
      trial.step_s[std::stoi(threads)] = step_s.get<double>();
    if (!trial.step_s.contains(trial.used)) return std::nullopt;
    return trial;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

void keep_trial(const std::filesystem::path& file, const std::string& key,
                const ThreadTrial& trial) {
  json own = {{"used", trial.used}, {"step_s", json::object()}};
  for (const auto& [threads, step_s] : trial.step_s)
    own["step_s"][std::to_string(threads)] = step_s;
  keep_found(file, kTrialSchema, key, own);
}

}  // namespace tycho::measure
