#include "harness/measure/checkpoint_key.hpp"

#include "harness/campaign/describe.hpp"
#include "harness/checks/check.hpp"
#include "harness/measure/particles_sum.hpp"
#include "harness/result/file_sum.hpp"

namespace tycho::measure {

namespace {

using nlohmann::json;

// A commit names a program only where the tree was clean.
json program_of(const result::Provenance& provenance) {
  json program{{"build", to_json(provenance).at("build")}};
  const std::string& commit = provenance.build.commit;
  if (commit == "unknown" || commit.ends_with("-dirty"))
    program["sum"] = result::file_sum("/proc/self/exe");
  return program;
}

// Not its cores, clock and memory, which change no bit of a state.
json device_of(const result::Provenance& provenance, Backend backend) {
  if (backend == Backend::kCpu || !provenance.gpu)
    return {{"processor", provenance.processor.model}};
  return {{"processor", provenance.processor.model},
          {"gpu", provenance.gpu->name},
          {"compute_capability", provenance.gpu->compute_capability},
          {"driver", provenance.gpu->driver},
          {"cuda_runtime", provenance.gpu->cuda_runtime}};
}

// What an evolution's checks look at on its way is kept with its state, and follows from their
// parameters; limits change nothing of it.
json asked_by_checks(const cases::RunSpec& run) {
  json asked = json::array();
  if (run.origin->measure != terms::Measure::kEvolution) return asked;
  for (const terms::CheckSpec& check : run.origin->checks)
    if (!check.parameters.empty() && checks::applies(check, run.variant->known_as(), run.particles))
      asked.push_back({check.name, check.parameters});
  return asked;
}

}  // namespace

json checkpoint_key(const Session& session) {
  const cases::RunSpec& run = session.run;
  const result::Provenance provenance = result::this_provenance(session.backends.gpu);
  json key{
      {"run", to_json(campaign::describe(run))},
      {"lead_in", run.lead_in},
      {"looks",
       {{"steps", run.steps},
        {"points", run.origin->samples},
        {"pictures", run.origin->pictures.number},
        {"redshifts", run.origin->pictures.redshifts},
        {"checks", asked_by_checks(run)}}},
      {"initial", run.origin->initial},
      {"particles", particles_sum(session.initial)},
      {"program", program_of(provenance)},
      {"device", device_of(provenance, run.uses(Backend::kCuda) ? Backend::kCuda : Backend::kCpu)}};
  if (run.along)
    key["along"] = {{"carrier", run.along->carrier},
                    {"numbers", run.along->settings.numbers()},
                    {"choices", run.along->settings.choices()},
                    {"epochs", run.along->epochs},
                    {"steps", run.along->steps}};
  return key;
}

}  // namespace tycho::measure
