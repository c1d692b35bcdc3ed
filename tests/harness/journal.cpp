#include "harness/campaign/journal.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/error.hpp"
#include "tests/harness/full_disk.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

using nlohmann::json;

std::vector<std::string> ids(const campaign::Journal& journal) {
  std::vector<std::string> found;
  for (const json& record : journal.found()) found.push_back(record.at("id"));
  return found;
}

TEST(Journal, GivesBackWhatWasAppendedInOrder) {
  const TemporaryFolder folder;
  {
    campaign::Journal journal(folder / "j");
    EXPECT_TRUE(journal.found().empty());
    journal.append({{"id", "a"}, {"text", "two\nlines"}});
    journal.append({{"id", "b"}});
  }
  const campaign::Journal again(folder / "j");
  EXPECT_EQ(ids(again), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(again.found()[0].at("text"), "two\nlines");
  EXPECT_EQ(again.notice(), "");
}

TEST(Journal, DropsATruncatedLastLineWhereverItWasCutAndGoesOn) {
  const std::string whole = "{\"id\":\"a\"}\n";
  const std::string second = "{\"id\":\"b\",\"n\":12}\n";
  for (std::size_t cut = 1; cut < second.size(); ++cut) {
    const TemporaryFolder folder;
    std::ofstream(folder / "j") << whole << second.substr(0, cut);
    {
      campaign::Journal journal(folder / "j");
      EXPECT_EQ(ids(journal), std::vector<std::string>{"a"}) << cut;
      EXPECT_NE(journal.notice().find("dropped"), std::string::npos);
      journal.append({{"id", "c"}});
    }
    EXPECT_EQ(ids(campaign::Journal(folder / "j")), (std::vector<std::string>{"a", "c"})) << cut;
  }
}

TEST(Journal, DropsALastLineOfZerosAsAPowerCutLeavesIt) {
  const TemporaryFolder folder;
  std::ofstream(folder / "j") << "{\"id\":\"a\"}\n" << std::string(20, '\0') << '\n';
  EXPECT_EQ(ids(campaign::Journal(folder / "j")), std::vector<std::string>{"a"});
}

TEST(Journal, RefusesDamageBeforeTheLastLine) {
  const TemporaryFolder folder;
  std::ofstream(folder / "j") << "{\"id\":\"a\"}\nrubbish\n{\"id\":\"b\"}\n";
  try {
    const campaign::Journal journal(folder / "j");
    FAIL() << "a damaged journal was accepted";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("line 2"), std::string::npos) << error.what();
  }
}

TEST(Journal, RefusesJsonThatIsNoRecordOnItsLastLineToo) {
  for (const std::string line : {"[]", "null", "17", "\"text\""}) {
    const TemporaryFolder folder;
    std::ofstream(folder / "j") << "{\"id\":\"a\"}\n" << line << '\n';
    try {
      const campaign::Journal journal(folder / "j");
      FAIL() << line << " was dropped: " << journal.notice();
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find("/j, line 2: "), std::string::npos) << error.what();
    }
  }
}

TEST(Journal, DoesNotFollowALink) {
  const TemporaryFolder folder;
  std::ofstream(folder / "thesis") << "{\"id\":\"a\"}\nprecious";
  std::filesystem::create_symlink(folder / "thesis", folder / "j");
  EXPECT_THROW(campaign::Journal(folder / "j"), result::WriteError);
  EXPECT_EQ(result::read_text(folder / "thesis"), "{\"id\":\"a\"}\nprecious");
}

TEST(Journal, TakesBytesThatAreNoText) {
  const TemporaryFolder folder;
  campaign::Journal(folder / "j").append({{"id", "a"}, {"reason", "\xff\xfe"}});
  EXPECT_EQ(campaign::Journal(folder / "j").found().size(), 1u);
}

TEST(Journal, IsAsItWasAfterTheDiskIsFull) {
  const TemporaryFolder folder;
  {
    campaign::Journal journal(folder / "j");
    journal.append({{"id", "a"}});
    const FullDisk full(30);  // room for a part of the next line
    EXPECT_THROW(journal.append({{"id", "b"}, {"much", std::string(100, 'x')}}),
                 result::WriteError);
  }
  campaign::Journal again(folder / "j");
  EXPECT_EQ(ids(again), std::vector<std::string>{"a"});
  EXPECT_EQ(again.notice(), "");
}

}  // namespace
}  // namespace tycho
