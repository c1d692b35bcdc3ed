#include "harness/measure/checkpoint_key.hpp"

#include "harness/campaign/describe.hpp"
#include "harness/case/reference.hpp"
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

json settings_in(const Settings& settings) {
  return {{"numbers", settings.numbers()}, {"choices", settings.choices()}};
}

json reference_of(const cases::RunSpec& run) {
  const Settings settings = cases::settings_of_reference(run);
  json reference = settings_in(settings);
  reference["backend"] = name(settings.backend());
  reference["threads"] = settings.threads();
  const std::optional<double> twin = twin_units(run);
  reference["twin"] = twin ? json(*twin) : json(nullptr);
  return reference;
}

}  // namespace

json checkpoint_key(const Session& session) {
  const cases::RunSpec& run = session.run;
  const result::Provenance provenance = result::this_provenance(session.backends.gpu);
  const bool compares = run.origin->measure == terms::Measure::kComparison;
  const bool cuda = run.uses(Backend::kCuda) ||
                    (compares && cases::settings_of_reference(run).backend() == Backend::kCuda);
  json key{{"run", to_json(campaign::describe(run))},
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
           {"device", device_of(provenance, cuda ? Backend::kCuda : Backend::kCpu)}};
  if (compares) key["reference"] = reference_of(run);
  if (run.along) {
    key["along"] = settings_in(run.along->settings);
    key["along"]["carrier"] = run.along->carrier;
    key["along"]["epochs"] = run.along->epochs;
    key["along"]["steps"] = run.along->steps;
  }
  return key;
}

}  // namespace tycho::measure
