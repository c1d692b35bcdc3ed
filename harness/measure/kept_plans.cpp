#include "harness/measure/kept_plans.hpp"

#include <nlohmann/json.hpp>

#include "core/fftw_plans.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/parse_json.hpp"

namespace tycho::measure {

namespace {

using nlohmann::json;

constexpr const char* kPlansSchema = "tycho-plans/1";

json no_plans() { return {{"schema", kPlansSchema}, {"found", json::object()}}; }

json read_plans(const std::filesystem::path& file) {
  try {
    json held = result::parse_json(result::read_text(file));
    if (held.value("schema", "") == kPlansSchema && held.at("found").is_object()) return held;
  } catch (const std::exception&) {
    // Not there, or not ours: measured again.
  }
  return no_plans();
}

}  // namespace

void keep_plans_in(const std::filesystem::path& file) {
  FftwPlans& plans = FftwPlans::of_process();
  const json held = read_plans(file);
  for (const auto& [transform, found] : held.at("found").items()) {
    if (!found.is_object() || !found.contains("threads") || !found.contains("wisdom")) continue;
    const json &threads = found.at("threads"), &wisdom = found.at("wisdom");
    if (threads.is_number_integer() && threads > 0 && wisdom.is_string())
      plans.add(transform, {threads, wisdom});
  }
  plans.tell([file](const std::string& transform, const FftwFound& found) {
    json all = read_plans(file);
    all["found"][transform] = {{"threads", found.threads}, {"wisdom", found.wisdom}};
    result::write_durably(file, all.dump(1) + '\n');
  });
}

}  // namespace tycho::measure
