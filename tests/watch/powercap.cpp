// The processor's energy, from counters made up in a folder of the test's own.
#include "harness/campaign/powercap.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "core/units.hpp"
#include "harness/measure/processor_watch.hpp"

namespace tycho {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class PowercapTest : public ::testing::Test {
 protected:
  PowercapTest() {
    std::string name = (fs::temp_directory_path() / "tycho-powercap-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    root_ = name;
  }
  ~PowercapTest() override {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  void zone(const std::string& folder, const std::string& name, std::uint64_t energy_uj,
            std::uint64_t range_uj = 1'000'000'000) {
    fs::create_directories(root_ / folder);
    std::ofstream(root_ / folder / "name") << name << "\n";
    std::ofstream(root_ / folder / "max_energy_range_uj") << range_uj << "\n";
    counter(folder, energy_uj);
  }
  // As the kernel does: whoever reads sees the old number or the new one, never half of it.
  void counter(const std::string& folder, std::uint64_t energy_uj) {
    const fs::path fresh = root_ / folder / "energy_uj.new";
    std::ofstream(fresh) << energy_uj << "\n";
    fs::rename(fresh, root_ / folder / "energy_uj");
  }

  fs::path root_;
};

TEST_F(PowercapTest, AddsUpTheSocketsSinceItWasMade) {
  zone("intel-rapl:0", "package-0", 7'000'000);
  zone("intel-rapl:1", "package-1", 50'000'000);
  campaign::Powercap powercap(root_);
  ASSERT_TRUE(powercap.available()) << powercap.why_not();
  EXPECT_EQ(powercap.read()->packages_j, 0);
  counter("intel-rapl:0", 9'500'000);
  counter("intel-rapl:1", 51'000'000);
  const auto energy = powercap.read();
  EXPECT_NEAR(energy->packages_j, 3.5, 1e-12);
  EXPECT_FALSE(energy->memory_j) << "no zone counts memory";
}

TEST_F(PowercapTest, CountsNoPartTwice) {
  zone("intel-rapl:0", "package-0", 0);
  zone("intel-rapl:0:0", "core", 0);
  zone("intel-rapl:0:1", "dram", 0);
  zone("intel-rapl:1", "psys", 0);
  zone("intel-rapl-mmio:0", "package-0", 0);
  fs::create_directories(root_ / "intel-rapl");  // the kind, which is no zone
  campaign::Powercap powercap(root_);
  ASSERT_TRUE(powercap.available()) << powercap.why_not();
  for (const char* folder : {"intel-rapl:0", "intel-rapl:0:0", "intel-rapl:1", "intel-rapl-mmio:0"})
    counter(folder, 4'000'000);
  counter("intel-rapl:0:1", 1'000'000);
  const auto energy = powercap.read();
  EXPECT_NEAR(energy->packages_j, 4, 1e-12);
  EXPECT_NEAR(energy->memory_j.value(), 1, 1e-12);
}

TEST_F(PowercapTest, GoesOnWhereACounterStartsAgainFromZero) {
  zone("intel-rapl:0", "package-0", 95'000'000, 100'000'000);
  campaign::Powercap powercap(root_);
  counter("intel-rapl:0", 3'000'000);  // 5 J up to the range, and 3 more
  EXPECT_NEAR(powercap.read()->packages_j, 8, 1e-12);
  counter("intel-rapl:0", 99'000'000);
  EXPECT_NEAR(powercap.read()->packages_j, 104, 1e-12);
  counter("intel-rapl:0", 1'000'000);
  EXPECT_NEAR(powercap.read()->packages_j, 106, 1e-12);
}

TEST_F(PowercapTest, SaysWhyNothingIsCounted) {
  EXPECT_NE(campaign::Powercap(root_ / "nowhere").why_not().find("no energy counter"),
            std::string::npos);
  EXPECT_EQ(campaign::Powercap(root_).why_not().find('/'), std::string::npos)
      << "a result holds no path of a machine";
  zone("intel-rapl:0:0", "dram", 0);
  EXPECT_FALSE(campaign::Powercap(root_).available()) << "memory alone is no processor";
  zone("intel-rapl:0", "package-0", 0);
  EXPECT_TRUE(campaign::Powercap(root_).available());
  fs::remove(root_ / "intel-rapl:0/energy_uj");
  fs::create_directory(root_ / "intel-rapl:0/energy_uj");  // cannot be read, by root neither
  const campaign::Powercap unreadable(root_);
  EXPECT_FALSE(unreadable.available());
  EXPECT_EQ(unreadable.why_not().rfind("intel-rapl:0/energy_uj cannot be read", 0), 0u)
      << unreadable.why_not();
}

TEST_F(PowercapTest, NamesTheLeaveThatIsMissing) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  zone("intel-rapl:0", "package-0", 0);
  fs::permissions(root_ / "intel-rapl:0/energy_uj", fs::perms::none);
  EXPECT_NE(campaign::Powercap(root_).why_not().find("Permission denied"), std::string::npos);
}

TEST_F(PowercapTest, ACounterThatGoesAwayIsSaid) {
  zone("intel-rapl:0", "package-0", 0);
  campaign::Powercap powercap(root_);
  fs::remove(root_ / "intel-rapl:0/energy_uj");
  EXPECT_FALSE(powercap.read());
}

TEST_F(PowercapTest, JoulesPerStepAreOfTheTimedWindows) {
  // 40 W of the sockets and 10 W of memory, by the clock. The range is passed within the window,
  // and takes several times as long as from one reading to the next.
  constexpr std::uint64_t kRange = 15'000'000;
  zone("intel-rapl:0", "package-0", 0, kRange);
  zone("intel-rapl:0:0", "dram", 0, kRange);
  std::atomic<bool> ended = false;
  const auto start = measure::HostTime::now();
  std::thread meter([&] {
    while (!ended) {
      const double seconds = measure::seconds_since(start);
      counter("intel-rapl:0", static_cast<std::uint64_t>(40e6 * seconds) % kRange);
      counter("intel-rapl:0:0", static_cast<std::uint64_t>(10e6 * seconds) % kRange);
      std::this_thread::sleep_for(1ms);
    }
  });
  result::DeviceRecord device;
  double step_s = 0;
  {
    measure::ProcessorWatch watch(root_);
    std::this_thread::sleep_for(100ms);
    measure::Timing timing;
    const auto begin = measure::HostTime::now();
    std::this_thread::sleep_for(500ms);
    timing.windows.push_back({begin, measure::HostTime::now(), 100});
    step_s = Seconds(timing.windows[0].end - timing.windows[0].begin).count() / 100;
    timing.step_s = {step_s};
    std::this_thread::sleep_for(60ms);
    watch.stop(timing, device);
  }
  ended = true;
  meter.join();
  EXPECT_FALSE(device.processor_energy_absent) << *device.processor_energy_absent;
  EXPECT_NEAR(device.processor_joules_per_step.value(), 40 * step_s, 40 * step_s / 5);
  EXPECT_NEAR(device.memory_joules_per_step.value(), 10 * step_s, 10 * step_s / 5);
  EXPECT_NEAR(device.processor_energy_span_s.value(), 100 * step_s, 1e-9);
}

TEST_F(PowercapTest, WithoutCountersAWatchGivesTheReasonAlone) {
  measure::ProcessorWatch watch(root_);
  result::DeviceRecord device;
  watch.stop({}, device);
  EXPECT_FALSE(device.processor_joules_per_step);
  EXPECT_FALSE(device.processor_energy_absent.value().empty());
}

TEST_F(PowercapTest, WindowsTooShortForTheCountersAreSaid) {
  zone("intel-rapl:0", "package-0", 0);
  measure::ProcessorWatch watch(root_);
  measure::Timing timing;
  const auto now = measure::HostTime::now();
  timing.windows.push_back({now, now + 10ms, 100});
  result::DeviceRecord device;
  watch.stop(timing, device);
  EXPECT_FALSE(device.processor_joules_per_step);
  EXPECT_NE(device.processor_energy_absent.value().find("long enough"), std::string::npos);
}

}  // namespace
}  // namespace tycho
