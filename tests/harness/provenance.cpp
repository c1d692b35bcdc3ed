#include "harness/result/provenance.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "harness/result/clock_rate.hpp"
#include "harness/result/processor.hpp"

namespace tycho {
namespace {

TEST(Provenance, NamesTheMachineInWords) {
  result::GpuFacts gpu;
  gpu.name = "NVIDIA H200";
  const std::string with = result::this_provenance(gpu).machine;
  const std::string without = result::this_provenance(std::nullopt).machine;
  EXPECT_EQ(with, "NVIDIA H200, " + without);
  EXPECT_NE(without.find(" of "), std::string::npos) << without;
}

TEST(Provenance, SaysHowTheProgramWasBuilt) {
  const result::BuildInfo build = result::this_provenance(std::nullopt).build;
  for (const std::string& said :
       {build.compiler, build.flags, build.best_flags.value(), build.commit, build.type})
    EXPECT_FALSE(said.empty());
  EXPECT_FALSE(build.contraction) << "the reference is built without";
  EXPECT_GE(build.simd_bits.value(), 128);
}

TEST(Provenance, SaysHowTheHardwareThreadsAreMadeUp) {
  const result::Processor processor = result::this_processor();
  if (!processor.sockets) GTEST_SKIP() << "the system does not say";
  EXPECT_GE(*processor.sockets, 1);
  ASSERT_GE(processor.threads_per_core.value(), 1);
  EXPECT_LE(*processor.sockets * *processor.threads_per_core, processor.cores);
}

TEST(Provenance, HoldsNoHostNoUserAndNoPath) {
  result::GpuFacts gpu;
  gpu.bus_id = "0000:81:00.0";
  const std::string text = to_json(result::this_provenance(gpu)).dump();
  EXPECT_EQ(text.find(gpu.bus_id), std::string::npos);
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  if (std::string(host).size() > 3) {
    EXPECT_EQ(text.find(host), std::string::npos);
  }
  EXPECT_EQ(text.find("\"/"), std::string::npos);
  EXPECT_EQ(text.find(" /"), std::string::npos);
}

TEST(Processor, IsNamedOnEveryArchitecture) {
  EXPECT_EQ(
      result::processor_model("processor : 0\nmodel name\t: Intel(R) Xeon(R) Platinum 8480C CPU @ "
                              "2.00GHz\n",
                              "x86_64"),
      "Intel Xeon Platinum 8480C");
  EXPECT_EQ(result::processor_model("model name : AMD EPYC 9654 96-Core Processor\n", "x86_64"),
            "AMD EPYC 9654 96-Core");
  EXPECT_EQ(result::processor_model("CPU implementer : 0x41\nCPU part : 0xd4f\n", "aarch64"),
            "Neoverse-V2");
  EXPECT_EQ(result::processor_model("CPU implementer : 0x99\nCPU part : 0x123\n", "aarch64"),
            "aarch64 part 0x99:0x123");
  EXPECT_EQ(result::processor_model("", "riscv64"), "riscv64");
}

TEST(Processor, IsToldByItsMakersNumbersWhereTheModelIsHidden) {
  EXPECT_EQ(result::processor_identity("vendor_id : GenuineIntel\ncpu family : 6\nmodel : 143\n"
                                       "model name : Intel(R) Xeon(R) Processor\nstepping : 8\n"),
            "GenuineIntel, family 6, model 143, stepping 8");
  EXPECT_EQ(result::processor_identity(""), "");
}

// Where the system does not tell the clock it is measured.
TEST(Processor, HasAClock) {
  const result::Processor here = result::this_processor();
  EXPECT_GT(here.clock_mhz, 0);
  ASSERT_TRUE(here.clock_source);
  const double measured = result::measured_clock_mhz();
  EXPECT_GT(measured, 500);
  EXPECT_LT(measured, 10'000);
  EXPECT_EQ(measured, result::measured_clock_mhz()) << "measured once";
}

}  // namespace
}  // namespace tycho
