#include "harness/measure/kept_plans.hpp"

#include "core/fftw_plans.hpp"
#include "harness/measure/found_file.hpp"

namespace tycho::measure {

namespace {

using nlohmann::json;

constexpr const char* kPlansSchema = "tycho-plans/1";

}  // namespace

void keep_plans_in(const std::filesystem::path& file) {
  FftwPlans& plans = FftwPlans::of_process();
  const json held = read_found(file, kPlansSchema);
  for (const auto& [transform, found] : held.items()) {
    if (!found.is_object() || !found.contains("threads") || !found.contains("wisdom")) continue;
    const json &threads = found.at("threads"), &wisdom = found.at("wisdom");
    if (threads.is_number_integer() && threads > 0 && wisdom.is_string())
      plans.add(transform, {threads, wisdom});
  }
  plans.tell([file](const std::string& transform, const FftwFound& found) {
    keep_found(file, kPlansSchema, transform,
               {{"threads", found.threads}, {"wisdom", found.wisdom}});
  });
}

}  // namespace tycho::measure
