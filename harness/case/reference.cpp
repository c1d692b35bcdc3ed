#include "harness/case/reference.hpp"

#include <algorithm>
#include <string>

#include "core/available_threads.hpp"
#include "core/ranks/ranks.hpp"

namespace tycho::cases {

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

Settings settings_of_reference(const RunSpec& run) {
  return run.reference ? *run.reference : reference_settings(run.settings);
}

}  // namespace tycho::cases
