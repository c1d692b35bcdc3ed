#include "harness/report/work_words.hpp"

#include <cmath>

#include "core/error.hpp"
#include "core/known_contracts.hpp"
#include "core/settings.hpp"
#include "harness/report/number.hpp"
#include "harness/report/select.hpp"

namespace tycho::report {

namespace {

/// As the contract reads them; nothing where it does not know one of them.
std::optional<Settings> settings_of(const Run& run, const Contract& contract) {
  Settings settings(contract, run.on_gpu() ? Backend::kCuda : Backend::kCpu, run.threads);
  try {
    for (const auto& [name, value] : run.settings)
      std::visit([&, &key = name](const auto& held) { settings.set(key, held); }, value);
  } catch (const UsageError&) {
    return std::nullopt;
  }
  return settings;
}

/// "z = 126 to 0" of a run in expanding space.
std::string redshifts(const Run& run, std::int64_t steps) {
  const Contract* contract = find_contract(run.algorithm);
  if (!contract || !contract->traits.expanding) return "";
  const auto settings = settings_of(run, *contract);
  if (!settings) return "";
  const auto after = [&](std::int64_t count) {
    const double z = 1 / contract->traits.expanding->scale_factor(*settings, count) - 1;
    return number(std::fabs(z) < 1e-6 ? 0 : z, 3);  // today is 0, not what rounding left
  };
  return "z = " + after(0) + " to " + after(steps);
}

/// "0.25 time units"; nothing where the run does not say how long a step is.
std::string time_units(const Run& run, std::int64_t steps) {
  const nlohmann::json dt = property(run, "dt");
  if (!dt.is_number()) return "";
  const double time = static_cast<double>(steps) * dt.get<double>();
  return exact(std::round(1e6 * time) / 1e6) + (time == 1 ? " time unit" : " time units");
}

}  // namespace

std::string work_of(const Run& run, const std::string& quantity) {
  if (!run.timing) return "";
  const std::int64_t steps = quantity == "total_s" ? run.timing->steps_requested : 1;
  if (steps == 1 && !is_interval(run)) return "1 step";
  std::string way = redshifts(run, steps);
  if (way.empty()) way = time_units(run, steps);
  if (is_interval(run) && !way.empty()) return way;
  return plural(steps, "step") + (way.empty() ? "" : ", ") + way;
}

}  // namespace tycho::report
