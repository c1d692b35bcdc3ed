#include "harness/measure/reference_run.hpp"

#include <algorithm>
#include <string>

#include "core/available_threads.hpp"
#include "core/error.hpp"
#include "core/ranks/ranks.hpp"

namespace tycho::measure {

namespace {

// What a GPU run sums up by its own choice, its reference sums up too, where the CPU can.
void give_sums(Settings& plain, const Settings& settings) {
  const std::string_view sums = settings.contract().traits.sums;
  if (sums.empty() || settings.backend() != Backend::kCuda) return;
  const std::string& chosen = settings.choice(sums);
  for (const Choice& c : settings.contract().choices)
    if (c.name == sums && applies(c.scope, Backend::kCpu) &&
        std::find(c.values.begin(), c.values.end(), chosen) != c.values.end())
      plain.set(sums, std::string_view(chosen));
}

}  // namespace

const Implementation* find_implementation(std::span<const Implementation> list,
                                          std::string_view algorithm) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const Implementation& entry) {
    return entry.contract->name == algorithm;
  });
  return found == list.end() ? nullptr : &*found;
}

Settings reference_settings(const Settings& settings) {
  const Contract& contract = settings.contract();
  // Every rank of a run runs the reference, beside the others.
  const int threads = std::max(1, available_threads() / settings.ranks().size());
  Settings plain(contract, Backend::kCpu, threads);
  for (const Parameter& p : contract.parameters)
    if (p.scope == Scope::kBoth) plain.set(p.name, settings.number(p.name));
  for (const Choice& c : contract.choices)
    if (c.scope == Scope::kBoth && c.name != contract.traits.precision)
      plain.set(c.name, std::string_view(settings.choice(c.name)));
  give_sums(plain, settings);
  return plain;
}

Settings settings_of_reference(const cases::RunSpec& run) {
  return run.reference ? *run.reference : reference_settings(run.settings);
}

std::unique_ptr<Algorithm> reference_from(const cases::RunSpec& run, const Backends& backends,
                                          const Particles& state) {
  const Settings settings = settings_of_reference(run);
  const bool cuda = settings.backend() == Backend::kCuda;
  if (cuda && !backends.cuda_unavailable.empty()) throw Unavailable(backends.cuda_unavailable);
  const Implementation* made =
      find_implementation(cuda ? backends.cuda : backends.reference, run.origin->algorithm);
  if (!made) throw Unavailable("there is no reference of " + run.origin->algorithm);
  auto reference = made->make(settings);
  reference->load(state);
  return reference;
}

Particles after_steps(Algorithm& algorithm, const Contract& contract, std::size_t particles,
                      std::int64_t steps) {
  SilentTimer silent(contract.stages);
  for (std::int64_t s = 0; s < steps; ++s) algorithm.advance(silent);
  Particles after(particles);
  algorithm.store(after);
  return after;
}

}  // namespace tycho::measure
