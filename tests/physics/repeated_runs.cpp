// What a contract's stages promise of repetition (core/contract.hpp, Consistency), held against two
// runs of every implementation in its default variant: where no stage sums in an order that varies,
// both end in the same bits.
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/backends/list.hpp"
#include "harness/initial/initial.hpp"
#include "tests/same_bits.hpp"

namespace tycho {
namespace {

struct Offer {
  Implementation implementation;
  Backend backend;
};

bool promises_bits(const Contract& contract) {
  return std::none_of(contract.stages.begin(), contract.stages.end(),
                      [](const Stage& stage) { return stage.consistency == Consistency::kAtomic; });
}

std::vector<Offer> offers() {
  std::vector<Offer> all;
  for (const Implementation& one : backends::implementations(Backend::kCpu))
    if (promises_bits(*one.contract)) all.push_back({one, Backend::kCpu});
  for (const Implementation& one : backends::implementations(Backend::kCuda))
    if (promises_bits(*one.contract)) all.push_back({one, Backend::kCuda});
  return all;
}

/// Particles that the contract's traits allow; of unequal masses where they may be.
Particles particles_for(const Settings& settings) {
  const Traits& traits = settings.contract().traits;
  if (traits.expanding)
    return initial::make_initial({{"kind", "cosmology"}, {"seed", 3}}, 1728, settings);
  return initial::make_initial({{"kind", "plummer"}, {"seed", 3}, {"masses", {1, 5}}}, 1009,
                               settings);
}

Particles after_five_steps(const Offer& offer) {
  const Contract& contract = *offer.implementation.contract;
  const Settings settings(contract, offer.backend, 2);
  const Particles initial = particles_for(settings);
  const auto algorithm = offer.implementation.make(settings);
  algorithm->load(initial);
  SilentTimer silent(contract.stages);
  for (int step = 0; step < 5; ++step) algorithm->advance(silent);
  Particles out(initial.size());
  out.poison();
  algorithm->store(out);
  return out;
}

class RepeatedRuns : public testing::TestWithParam<Offer> {};

TEST_P(RepeatedRuns, EndInTheSameBits) {
  if (GetParam().backend == Backend::kCuda && !backends::unavailable(Backend::kCuda).empty())
    GTEST_SKIP() << backends::unavailable(Backend::kCuda);
  expect_same_bits(after_five_steps(GetParam()), after_five_steps(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(All, RepeatedRuns, testing::ValuesIn(offers()), [](const auto& instance) {
  return std::string(instance.param.implementation.contract->name) + "_" +
         std::string(name(instance.param.backend));
});

}  // namespace
}  // namespace tycho
