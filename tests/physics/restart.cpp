// A universe that is broken off, kept as a snapshot and gone on from, against the unbroken one:
// through whole runs, as a case makes them.
#include <gtest/gtest.h>

#include <cmath>

#include "core/contracts/tree_pm.hpp"
#include "harness/backends/list.hpp"
#include "harness/checks/diagnostics.hpp"
#include "harness/measure/execute.hpp"
#include "harness/snapshot/snapshot.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

constexpr double kStart = 0.2, kStep = 0.05, kBox = 130;

class RestartedUniverse : public testing::Test {
 protected:
  void SetUp() override {
    if (!snapshot::can_snapshot()) GTEST_SKIP() << "this build has no HDF5";
    variant_.name = "cpu";
  }

  /// Runs `steps` steps from a_begin and returns what it left as a snapshot.
  snapshot::Snapshot run(const nlohmann::json& initial, double a_begin, std::int64_t steps,
                         const std::string& id) {
    cases::Case one;
    one.algorithm = "tree_pm";
    one.initial = initial;
    one.measure = terms::Measure::kEvolution;
    one.samples = 2;
    one.checks = {{"restart", 1e-9, "the same forces", {}, {}, 0}};
    cases::RunSpec spec{id,
                        &one,
                        &variant_,
                        "smoke",
                        12 * 12 * 12,
                        steps,
                        1,
                        0,
                        Settings(tree_pm::contract(), Backend::kCpu)};
    spec.settings.set("a_begin", a_begin);
    spec.settings.set("dt", kStep);
    spec.settings.set("steps", std::string_view("individual"));
    // By theta the cells that are opened depend on where the bodies are alone.
    spec.settings.set("opening", std::string_view("geometric"));
    measure::Backends backends{backends::implementations(Backend::kCpu), {}, "none"};
    backends.snapshots = folder_.path();
    const result::RunOutcome record =
        measure::execute(spec, backends, [](const std::string&, double) {});
    EXPECT_TRUE(record.ok()) << record.reason;
    const result::CheckRecord& check = record.checks.value().at(0);
    EXPECT_TRUE(check.pass) << check.name << ": " << check.value << " of " << check.limit;
    return snapshot::read_snapshot(state(id, steps));
  }
  std::filesystem::path state(const std::string& id, std::int64_t steps) const {
    return folder_ / id / ("step_000000000" + std::to_string(steps) + ".hdf5");
  }

  cases::Variant variant_;
  TemporaryFolder folder_;
};

TEST_F(RestartedUniverse, IsWhereTheUnbrokenOneIs) {
  const nlohmann::json beginning{{"kind", "cosmology"}, {"seed", 7}};
  const snapshot::Snapshot unbroken = run(beginning, kStart, 5, "unbroken");
  const snapshot::Snapshot broken_off = run(beginning, kStart, 2, "broken_off");
  const double between = broken_off.header.scale_factor;
  EXPECT_NEAR(between, kStart * std::exp(2 * kStep), 1e-15);
  const snapshot::Snapshot gone_on =
      run({{"kind", "snapshot"}, {"file", state("broken_off", 2).string()}}, between, 3, "gone_on");
  EXPECT_NEAR(gone_on.header.scale_factor, unbroken.header.scale_factor, 1e-15);
  double farthest = 0;
  for (std::size_t i = 0; i < unbroken.particles.size(); ++i) {
    ASSERT_EQ(unbroken.particles.id[i], gone_on.particles.id[i]);
    const Vec3<double> here = gone_on.particles.position(i);
    // Places that are the same but for rounding, which three steps amplify a little.
    ASSERT_LT(checks::length(here - unbroken.particles.position(i)), 1e-10 * kBox) << i;
    farthest = std::max(farthest, checks::length(here - broken_off.particles.position(i)));
  }
  EXPECT_GT(farthest, 0.1);
}

}  // namespace
}  // namespace tycho
