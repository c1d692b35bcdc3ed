// Environment variables and the configuration file.
#include <unistd.h>

#include <fstream>

#include "tests/g6/grape.hpp"

namespace tycho {
namespace {

// What opening a cluster says.
std::string opening(int id) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(g6_open_(&id), TYCHO_G6_OK);
  g6_close_(&id);
  return testing::internal::GetCapturedStderr();
}

TEST(Configuration, IsLoggedOnce) {
  const Variable engine("TYCHO_G6_ENGINE", "cpu"), pipes("TYCHO_G6_PIPES", "123");
  const std::string said = opening(2000);
  EXPECT_NE(said.find("CPU"), std::string::npos) << said;
  EXPECT_NE(said.find("123 pipes"), std::string::npos) << said;
  EXPECT_EQ(opening(2001), "");
}

TEST(Configuration, QuietSaysNothingButErrors) {
  const Variable engine("TYCHO_G6_ENGINE", "cpu"), pipes("TYCHO_G6_PIPES", "124");
  const Variable quiet("TYCHO_G6_QUIET", "1");
  EXPECT_EQ(opening(2002), "");
}

TEST(Configuration, TakesTheThreadsOfOpenMpWhereItsOwnAreNotSet) {
  const Variable engine("TYCHO_G6_ENGINE", "cpu");
  const Variable open_mp("OMP_NUM_THREADS", "3");
  EXPECT_NE(opening(2010).find("CPU: 3 threads"), std::string::npos);
  {
    const Variable list("OMP_NUM_THREADS", " 5,2");  // of a nested region: the first counts
    EXPECT_NE(opening(2011).find("CPU: 5 threads"), std::string::npos);
  }
  const Variable own("TYCHO_G6_THREADS", "7");
  EXPECT_NE(opening(2012).find("CPU: 7 threads"), std::string::npos);
}

TEST(Configuration, AValueThatIsNotAllowedIsNamedWithWhatIsAndTheDefaultStands) {
  const Variable engine("TYCHO_G6_ENGINE", "cpu"), quiet("TYCHO_G6_QUIET", "1");
  struct Bad {
    const char *variable, *value, *allowed;
  };
  for (const Bad& bad :
       {Bad{"TYCHO_G6_PIPES", "16385", "1 to 16384"}, Bad{"TYCHO_G6_PIPES", "0", "1 to 16384"},
        Bad{"TYCHO_G6_PIPES", "48.5", "1 to 16384"},
        Bad{"TYCHO_G6_PRECISION", "half", "fp32 ds fp64"},
        Bad{"TYCHO_G6_ENGINE", "grape", "auto cpu cuda"},
        Bad{"TYCHO_G6_THREADS", "many", "1 to 4096"},
        Bad{"TYCHO_G6_NEIGHBOURS", "-1", "1 to 1048576"}, Bad{"TYCHO_G6_QUIET", "yes", "0 1"}}) {
    const Variable wrong(bad.variable, bad.value);
    const std::string said = opening(2003);
    EXPECT_NE(said.find(std::string(bad.variable) + " = '" + bad.value + "'"), std::string::npos)
        << said;
    EXPECT_NE(said.find(bad.allowed), std::string::npos) << said;
    EXPECT_EQ(g6_npipes_(), 16384);
  }
}

class ConfigurationFile : public testing::Test {
 protected:
  ~ConfigurationFile() override { unlink(name_.c_str()); }
  void write(const std::string& text) { std::ofstream(name_) << text; }
  std::string name_ = testing::TempDir() + "tycho_g6_" + std::to_string(getpid()) + ".cfg";
};

TEST_F(ConfigurationFile, GivesWhatTheEnvironmentDoesNot) {
  write("# pipes of the old hardware\npipes = 48\n  engine=cpu # no GPU here\n\nquiet = 1\n");
  const Variable file("TYCHO_G6_CONFIG", name_);
  EXPECT_EQ(opening(2004), "");
  EXPECT_EQ(g6_npipes_(), 48);
  const Variable pipes("TYCHO_G6_PIPES", "96");
  EXPECT_EQ(opening(2004), "");
  EXPECT_EQ(g6_npipes_(), 96);
}

TEST_F(ConfigurationFile, WithMistakesIsReadAroundThem) {
  write("engine = cpu\nquiet = 1\npipe = 3\nnonsense\npipes = many\nneighbours = 7\n");
  const Variable file("TYCHO_G6_CONFIG", name_);
  const std::string said = opening(2005);
  EXPECT_NE(said.find(name_ + ":3: pipe: no such key"), std::string::npos) << said;
  EXPECT_NE(said.find(name_ + ":4: 'nonsense'"), std::string::npos) << said;
  EXPECT_NE(said.find(name_ + ":5: pipes = 'many'"), std::string::npos) << said;
  EXPECT_EQ(g6_npipes_(), 16384);
}

TEST_F(ConfigurationFile, ThatIsNotThereIsSaid) {
  const Variable engine("TYCHO_G6_ENGINE", "cpu"), quiet("TYCHO_G6_QUIET", "1");
  const Variable file("TYCHO_G6_CONFIG", "/nowhere/g6.cfg");
  const std::string said = opening(2006);
  EXPECT_NE(said.find("/nowhere/g6.cfg"), std::string::npos) << said;
}

TEST(OpenSpecial, OpensWhicheverClusterIsUsedUntilClusterZeroIsClosed) {
  const Variable engine("TYCHO_G6_ENGINE", "cpu"), quiet("TYCHO_G6_QUIET", "1");
  int list[] = {0}, id = 777, zero = 0;
  double ti = 0;
  ASSERT_EQ(g6_open_special2(1, list, 1000), TYCHO_G6_OK);
  EXPECT_EQ(g6_set_ti_(&zero, &ti), TYCHO_G6_OK);
  EXPECT_EQ(g6_set_ti_(&id, &ti), TYCHO_G6_OK);
  EXPECT_EQ(g6_open_special(1, list), TYCHO_G6_OK);
  testing::internal::CaptureStderr();
  int two[] = {0, 1};
  EXPECT_EQ(g6_open_special(2, two), TYCHO_G6_OK);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("one GPU"), std::string::npos);
  EXPECT_EQ(g6_close_(&zero), TYCHO_G6_OK);
  EXPECT_EQ(g6_close_(&id), TYCHO_G6_OK);
  testing::internal::CaptureStderr();
  EXPECT_EQ(g6_set_ti_(&id, &ti), TYCHO_G6_NOT_OPEN);
  testing::internal::GetCapturedStderr();
}

}  // namespace
}  // namespace tycho
