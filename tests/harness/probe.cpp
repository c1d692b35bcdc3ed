// Probes from measurement to file and back, and the CPU's own, small.
#include "harness/probe/probe.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <sstream>

#include "core/error.hpp"
#include "harness/backends/list.hpp"
#include "harness/result/probe.hpp"

namespace tycho {
namespace {

Probed made_up(const std::string& id, const std::string& unit, int threads = 1) {
  Probed probed{id, "made up " + id, "nothing", unit, threads};
  probed.work = 3e9;
  probed.seconds = {2, 1, 4, 3, 2};
  probed.checked = "nothing";
  return probed;
}
std::vector<Probed> sound(const ProbeOptions&) {
  return {made_up("rate", "GB/s", 1), made_up("rate", "GB/s", 4), made_up("time", "s")};
}
std::vector<Probed> wrong(const ProbeOptions&) {
  Probed probed = made_up("off", "GB/s"), lost = made_up("lost", "GB/s");
  probed.error = 1;
  lost.error = std::nan("");
  return {probed, lost};
}
std::vector<Probed> missing(const ProbeOptions&) { throw Unavailable("no such unit"); }
std::vector<Probed> broken(const ProbeOptions&) { throw std::runtime_error("fell over"); }

nlohmann::json run(std::span<const Probe> probes, const std::string& backend = "cpu") {
  const std::array<probe::ProbedBackend, 1> backends{{{backend, probes}}};
  return probe::run_probes(backends, {}, {{"machine", "a machine"}},
                           [](const std::string&, double) {});
}

TEST(Probe, RatesAreWorkOverTimeAndTimesAreTimeOverCalls) {
  constexpr std::array kProbes{Probe{"sound", sound}};
  const auto found = run(kProbes);
  const result::ProbeFile file = result::read_probe(found, "probe.json");
  EXPECT_EQ(file.machine, "a machine");
  ASSERT_EQ(file.ceilings.size(), 3u);
  EXPECT_DOUBLE_EQ(file.ceilings[0].value, 1.5);  // 3 G in 2 s
  EXPECT_DOUBLE_EQ(file.ceilings[0].low, 0.75);
  EXPECT_DOUBLE_EQ(file.ceilings[0].high, 3);
  EXPECT_DOUBLE_EQ(file.ceilings[2].value, 2 / 3e9);
  EXPECT_TRUE(probe::all_right(found));
}

TEST(Probe, OutputThatIsWrongIsNoCeiling) {
  constexpr std::array kProbes{Probe{"wrong", wrong}};
  const auto found = run(kProbes);
  EXPECT_FALSE(probe::all_right(found));
  const result::ProbeFile file =
      result::read_probe(nlohmann::json::parse(found.dump()), "probe.json");
  EXPECT_EQ(file.find("cpu", "off"), nullptr);
  EXPECT_EQ(file.find("cpu", "lost"), nullptr) << "an error that is not a number fails";
  std::ostringstream table;
  probe::print_probe(table, found);
  EXPECT_NE(table.str().find("WRONG OUTPUT"), std::string::npos);
}

TEST(Probe, WhatCannotRunIsListedAndWhatFailsIsNamed) {
  constexpr std::array kMissing{Probe{"missing", missing}, Probe{"sound", sound}};
  const auto found = run(kMissing, "cuda");
  EXPECT_EQ(found.at("skipped"),
            nlohmann::json::parse(
                R"([{"backend": "cuda", "probe": "missing", "reason": "no such unit"}])"));
  EXPECT_EQ(found.at("ceilings").size(), 3u);
  constexpr std::array kBroken{Probe{"broken", broken}};
  try {
    run(kBroken);
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "probe 'cpu broken': fell over");
  }
}

TEST(Probe, TheCeilingOfSoManyThreadsIsThatOfAsManyOrTheNextMore) {
  constexpr std::array kProbes{Probe{"sound", sound}};
  const result::ProbeFile file = result::read_probe(run(kProbes), "probe.json");
  EXPECT_EQ(file.find("cpu", "rate", 1)->threads, 1);
  EXPECT_EQ(file.find("cpu", "rate", 2)->threads, 4);
  EXPECT_EQ(file.find("cpu", "rate", 4)->threads, 4);
  EXPECT_EQ(file.find("cpu", "rate", 64)->threads, 4);
  EXPECT_EQ(file.find("cuda", "rate", 1), nullptr);
  EXPECT_EQ(file.find("cpu", "no such", 1), nullptr);
}

TEST(Probe, RefusesANewerOrBrokenFileNamingIt) {
  const auto refusal = [](const nlohmann::json& content) -> std::string {
    try {
      result::read_probe(content, "some/probe.json");
    } catch (const UsageError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_NE(refusal({{"schema", "tycho-probe/2"}})
                .find("some/probe.json: /schema: 'tycho-probe/2' is newer"),
            std::string::npos);
  EXPECT_NE(refusal({{"schema", "tycho-probe/1"}})
                .find("some/probe.json: the key 'provenance' is missing"),
            std::string::npos);
  EXPECT_NE(refusal({{"schema", "tycho-result/1"}}).find("not a probe"), std::string::npos);
  EXPECT_NE(refusal(3).find("not a probe"), std::string::npos);
}

/// Every probe of a backend, small: it runs, its output is right and no two are called the same.
void expect_sound(std::span<const Probe> probes, int threads) {
  ProbeOptions options;
  options.small = true;
  options.threads = threads;
  std::set<std::pair<std::string, int>> names;
  for (const Probe& probe : probes) {
    const std::vector<Probed> found = probe.measure(options);
    EXPECT_FALSE(found.empty()) << probe.name;
    for (const Probed& probed : found) {
      SCOPED_TRACE(probed.id);
      EXPECT_TRUE(names.emplace(probed.id, probed.threads).second) << "two of one name";
      EXPECT_GE(probed.seconds.size(), 3u);
      for (const double seconds : probed.seconds) EXPECT_GE(seconds, 0);
      EXPECT_GT(probed.work, 0);
      EXPECT_FALSE(probed.label.empty());
      EXPECT_FALSE(probed.checked.empty()) << "nobody looked at its output";
      EXPECT_LE(probed.error, probed.limit) << probed.checked;
    }
  }
}

/// What the report looks up: on one thread and on all.
TEST(Probe, TheProcessorsCeilingsAreThereForOneThreadAndForAll) {
  std::set<std::pair<std::string, int>> names;
  ProbeOptions options;
  options.small = true;
  options.threads = 3;
  for (const Probe& probe : backends::probes(Backend::kCpu))
    for (const Probed& probed : probe.measure(options)) names.emplace(probed.id, probed.threads);
  for (const char* id : {"fma_fp32", "fma_fp64", "inverse_root_fp32", "inverse_root_fp64", "copy",
                         "triad", "triad_cache", "triad_last_cache"})
    for (const int threads : {1, 3}) EXPECT_TRUE(names.count({id, threads})) << id << threads;
}

TEST(Probe, EveryProbeOfTheProcessorIsRight) { expect_sound(backends::probes(Backend::kCpu), 3); }

TEST(Probe, EveryProbeOfTheGpuIsRight) {
  if (const std::string reason = backends::unavailable(Backend::kCuda); !reason.empty())
    GTEST_SKIP() << reason;
  expect_sound(backends::probes(Backend::kCuda), 1);
}

}  // namespace
}  // namespace tycho
