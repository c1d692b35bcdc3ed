// What OpenMP is told before a CPU run starts, and what the run says of it afterwards.
#include "harness/campaign/thread_binding.hpp"

#include <gtest/gtest.h>

#include "core/available_threads.hpp"
#include "core/memory_policy.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

TEST(ThreadBinding, GivesEveryThreadAPlaceInTheOrderOfTheCores) {
  result::Topology topology;
  topology.cpus = {1, 0, 3, 2};
  const auto many = campaign::openmp_environment(topology, 4);
  EXPECT_EQ(many, (std::vector<std::string>{"OMP_PLACES={1},{0},{3},{2}", "OMP_PROC_BIND=close",
                                            "OMP_WAIT_POLICY=active"}));
  EXPECT_EQ(campaign::openmp_environment(topology, 1).back(), "OMP_WAIT_POLICY=passive");
}

TEST(ThreadBinding, LeavesThreadsFreeBesideOthers) {
  EXPECT_TRUE(campaign::alone({0.1, 0}, 16));
  EXPECT_FALSE(campaign::alone({1, 0}, 16)) << "another process has a core";
  EXPECT_TRUE(campaign::alone({1, 1}, 16)) << "a sixteenth of the cores is stolen";
  EXPECT_FALSE(campaign::alone({4, 4}, 16)) << "a quarter of the cores is stolen";
  EXPECT_FALSE(campaign::alone({0.4, 0.4}, 2));
}

class BoundRun : public TychoProgram {
 protected:
  nlohmann::json run_of(const std::string& before) {
    nlohmann::json made = orbit("threads");
    made["measure"] = "timing";
    made["initial"] = {{"kind", "plummer"}, {"seed", 3}};
    made["checks"][0]["check"] = "momentum";
    made.erase("samples");
    made["variants"][0]["threads"] = "all";
    made["suites"]["smoke"] = {
        {"sizes", {{{"n", 256}}}}, {"steps", 4}, {"repeats", 3}, {"seconds", 0.3}};
    const Said said = tycho("run " + write_case(made) + " --suite smoke --out out", before);
    EXPECT_EQ(said.code, 0) << said.err;
    return runs_in("out").at(0);
  }
};

[[maybe_unused]] std::string all_places() {
  std::string places;
  for (const int cpu : available_cpus())
    places += (places.empty() ? "{" : ",{") + std::to_string(cpu) + '}';
  return places;
}

// The environment of whoever starts tycho counts: so a test can have threads bound on a busy
// machine. Not with clang's OpenMP library, which frees what it has not allocated in a child of a
// process with bound threads.
#ifndef __clang__
TEST_F(BoundRun, SaysWhereItsThreadsWereAndHowManyItUsed) {
  const nlohmann::json run =
      run_of("OMP_WAIT_POLICY=passive OMP_PROC_BIND=close OMP_PLACES='" + all_places() + "'");
  EXPECT_EQ(run.at("threads"), available_threads()) << "although the first thread is bound";
  const int used = run.at("threads_used").get<int>();
  EXPECT_EQ(run.at("device").at("bound_to").size(), static_cast<std::size_t>(used));
  EXPECT_EQ(run.at("device").at("bound_to").at(0), available_cpus().front());
  EXPECT_EQ(run.at("device").at("wait"), "passive");
  EXPECT_TRUE(run.at("device").contains("other_cores"));
  EXPECT_GT(run.at("device").at("core_gops"), 0);
  const nlohmann::json& tried = run.at("threads_tried");
  EXPECT_TRUE(tried.contains(std::to_string(used))) << tried;
  for (const auto& [threads, step_s] : tried.items())
    EXPECT_GE(step_s, tried.at(std::to_string(used))) << threads << " threads are faster";
}
#endif

TEST_F(BoundRun, SaysThatItsThreadsWereFree) {
  const nlohmann::json run = run_of("env -u OMP_WAIT_POLICY OMP_PROC_BIND=false");
  EXPECT_FALSE(run.at("device").contains("bound_to"));
  EXPECT_EQ(run.at("device").at("wait"), "default");
  if (memory_nodes()) {
    EXPECT_EQ(run.at("device").at("memory"), *memory_nodes() > 1 ? "interleaved" : "first touch");
  }
  const nlohmann::json provenance =
      nlohmann::json::parse(result::read_text(folder_ / "out/someone2025.json")).at("provenance");
  EXPECT_EQ(provenance.at("binding"), "as the environment says: OMP_PROC_BIND=false");
  EXPECT_GT(provenance.at("processor").at("clock_mhz"), 0);
}

}  // namespace
}  // namespace tycho
