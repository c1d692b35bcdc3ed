// scheme = device: steps of the bodies' own, steps that are repeated and gone on with, and room
// that runs out.
#include "tests/between_rungs.hpp"
#include "tests/gpu/barnes_hut_device.hpp"
#include "tests/same_bits.hpp"

namespace tycho::gpu {
namespace {

class BarnesHutDeviceSteps : public BarnesHutDevice {};

TEST_P(BarnesHutDeviceSteps, IndividualStepsOfOneRungAreSharedSteps) {
  const Numbers numbers{{"dt", 0.001}, {"softening", 0.01}, {"rungs", 0}};
  const auto shared = make(numbers), individual = make(numbers, {{"steps", "individual"}});
  shared->load(cloud(999));
  individual->load(cloud(999));
  advance(*shared, 2);
  advance(*individual, 2);
  const Particles a = stored(*shared), b = stored(*individual);
  expect_same_bits(a, b);
}

// The same steps as the host's, which a body's acceleration decides: with so small a theta only
// bodies at the very edge between two rungs may differ.
TEST_P(BarnesHutDeviceSteps, IndividualStepsAreThoseOfTheHost) {
  const int n = 701;
  const Numbers numbers{
      {"dt", 0.02}, {"softening", 0.01}, {"rungs", 5}, {"eta", 0.02}, {"theta", 0.05}};
  Settings settings(tycho::barnes_hut::contract(), Backend::kCuda);
  settings.set("scheme", std::string_view("particle"));
  settings.set("steps", std::string_view("individual"));
  for (const auto& [name, value] : numbers) settings.set(name, value);
  const auto host = barnes_hut::make(settings), device = make(numbers, {{"steps", "individual"}});
  host->load(cloud(n));
  device->load(cloud(n));
  const std::vector<double> on_host = host->field("rung"), on_device = device->field("rung");
  ASSERT_EQ(on_host.size(), on_device.size());
  int differ = 0;
  for (int i = 0; i < n; ++i) differ += on_host[i] != on_device[i];
  EXPECT_LE(differ, n / 100);
  EXPECT_GT(*std::max_element(on_host.begin(), on_host.end()),
            *std::min_element(on_host.begin(), on_host.end()));
  advance(*host, 1);
  advance(*device, 1);
  const Particles a = stored(*host), b = stored(*device);
  EXPECT_EQ(host->counters().at("substeps"), device->counters().at("substeps"));
  EXPECT_NEAR(host->counters().at("particle_steps"), device->counters().at("particle_steps"),
              0.02 * host->counters().at("particle_steps"));
  std::vector<double> apart;
  for (int i = 0; i < n; ++i) apart.push_back(length(a.position(i) - b.position(i)));
  std::sort(apart.begin(), apart.end());
  EXPECT_LE(apart[n * 99 / 100], 1e-6);
}

TEST_P(BarnesHutDeviceSteps, DoesNotWaitAndRepeatsToTheBit) {
  const int n = 30011;
  const auto once = make({{"dt", 0.001}}), again = make({{"dt", 0.001}});
  once->load(cloud(n));
  again->load(cloud(n));
  const std::int64_t waits = once->clock().waits();
  advance(*once, 5);
  EXPECT_EQ(once->clock().waits(), waits);
  advance(*again, 5);
  const Particles a = stored(*once), b = stored(*again);
  expect_same_bits(a, b);
  EXPECT_EQ(a.id, cloud(n).id);
  EXPECT_EQ(once->counters().at("host_waits"), 0);
}

TEST_P(BarnesHutDeviceSteps, GoesOnFromACheckpointToTheBit) {
  const int n = 5003;
  const auto through = make({{"dt", 0.001}}), resumed = make({{"dt", 0.001}});
  through->load(cloud(n));
  advance(*through, 2);
  const std::vector<double> checkpoint = through->checkpoint();
  advance(*through, 3);
  resumed->restore(cloud(n), checkpoint);
  advance(*resumed, 3);
  const Particles a = stored(*through), b = stored(*resumed);
  expect_same_bits(a, b);
}

// 64^3 bodies.
TEST_P(BarnesHutDeviceSteps, GoesOnFromACheckpointToTheBitBetweenRungs) {
  for (const char* opening : {"geometric", "relative"})
    expect_goes_on_between_rungs(
        [&] {
          return make({{"dt", 0.02}, {"softening", 0.01}, {"rungs", 4}},
                      {{"steps", "individual"}, {"opening", opening}});
        },
        tycho::barnes_hut::contract(), cloud(64 * 64 * 64));
}

// Pairs that meet half-way and part again: for one step, with leaves of one body, each needs a
// chain of cells down to the deepest level. They are too light to pull at each other.
TEST_P(BarnesHutDeviceSteps, LosesNoStepWhereTheCellsOutgrowTheirRoom) {
  const int n = 600, steps = 8;
  Particles p(n);
  const Random random(3);
  for (int i = 0; i < n; i += 2) {
    const Vec3<double> at{random.uniform(i, 0, 1, 0), random.uniform(i, 0, 2, 1),
                          random.uniform(i, 0, 1, 2)};
    p.mass[i] = p.mass[i + 1] = 1e-15;
    p.set_position(i, at);
    p.set_position(i + 1, at + Vec3<double>{0.12, 0, 0});
    p.set_velocity(i + 1, {-(0.12 - 1e-6) / (steps / 2), 0, 0});
  }
  const Numbers numbers{{"dt", 1}, {"leaf", 1}, {"softening", 0.1}};
  const auto ahead = make(numbers), guarded = make(numbers);
  ahead->load(p);
  guarded->load(p);
  EXPECT_EQ(ahead->counters().at("redone_builds"), 0);
  advance(*ahead, steps);
  SilentTimer silent(tycho::barnes_hut::contract().stages);
  for (int s = 0; s < steps; ++s) {
    guarded->advance(silent);
    guarded->clock().wait();
  }
  const Particles a = stored(*ahead), b = stored(*guarded);
  EXPECT_GT(ahead->counters().at("redone_builds"), 0);
  expect_same_bits(a, b);
  for (int i = 0; i < n; ++i) ASSERT_NEAR(a.x[i], p.x[i] + steps * p.vx[i], 1e-9) << i;
}

INSTANTIATE_TEST_SUITE_P(Precisions, BarnesHutDeviceSteps, ::testing::Values("fp32", "fp64"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace tycho::gpu
