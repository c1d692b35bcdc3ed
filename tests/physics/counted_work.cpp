// Which runs count their own work the contract says (Traits::counts_as_it_runs): no other algorithm
// may say that a step did less or more than its contract counts.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/backends/list.hpp"
#include "harness/initial/initial.hpp"

namespace tycho {
namespace {

/// Particles that the contract's traits allow.
Particles particles_for(const Settings& settings) {
  const Traits& traits = settings.contract().traits;
  nlohmann::json kind{{"kind", "plummer"}, {"seed", 3}};
  if (!traits.pair_force) kind = {{"kind", "uniform"}, {"seed", 3}, {"speed", 1}};
  if (traits.plasma) kind = {{"kind", "maxwellian"}, {"seed", 3}};
  return initial::make_initial(kind, 1024, settings);
}

TEST(CountedWork, IsTheContractsWhereARunDoesNotCount) {
  for (const Implementation& one : backends::implementations(Backend::kCpu)) {
    const Contract& contract = *one.contract;
    if (contract.traits.counts_as_it_runs) continue;
    SCOPED_TRACE(contract.name);
    const Settings settings(contract, Backend::kCpu, 1);
    const auto algorithm = one.make(settings);
    algorithm->load(particles_for(settings));
    SilentTimer silent(contract.stages);
    for (int step = 0; step < 3; ++step) algorithm->advance(silent);
    for (std::size_t stage = 0; stage < contract.stages.size(); ++stage)
      EXPECT_EQ(algorithm->work_share(static_cast<int>(stage)), 1) << contract.stages[stage].id;
  }
}

}  // namespace
}  // namespace tycho
