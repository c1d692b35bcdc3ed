#include "harness/campaign/campaign_folder.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>
#include <optional>
#include <set>
#include <thread>

#include "core/error.hpp"
#include "core/philox.hpp"
#include "harness/campaign/supervisor.hpp"
#include "harness/result/result.hpp"
#include "tests/harness/full_disk.hpp"
#include "tests/harness/made_up_provenance.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

result::RunDescription description(int k) {
  result::RunDescription made;
  made.id = "fake/case/n=" + std::to_string(k);
  made.paper = "fake";
  made.case_name = "case";
  made.suite = "smoke";
  made.algorithm = "none";
  made.variant = "v";
  made.label = "V";
  made.backend = "cpu";
  made.n = k;
  return made;
}

// Runs are counted from 1: there is none of no particles.
json request(int runs, const std::string& suite = "smoke") {
  json list = json::array();
  for (int k = 1; k <= runs; ++k) list.push_back(to_json(description(k)));
  return {{"schema", "tycho-campaign/1"},
          {"suite", suite},
          {"provenance", to_json(made_up::provenance())},
          {"runs", list}};
}

result::RunRecord record(int k, result::Status status = result::Status::kOk) {
  result::RunRecord made{description(k), {}, "2001-02-03T04:05:06Z", 1};
  made.status = status;
  if (!made.ok()) made.reason = "made up";
  return made;
}

template <typename Action>
std::string complaint(Action&& action) {
  try {
    action();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

// A clock that was measured is another each time; one that the system told is not.
TEST(CampaignRequest, ForgivesAClockThatWasMeasured) {
  json was = request(1), is = was;
  for (json* side : {&was, &is})
    side->at("provenance").at("processor")["clock_source"] = "measured";
  was["provenance"]["processor"]["clock_mhz"] = 2590;
  is["provenance"]["processor"]["clock_mhz"] = 2600;
  EXPECT_EQ(campaign::difference(was, is), "");
  for (json* side : {&was, &is}) side->at("provenance").at("processor")["clock_source"] = "cpufreq";
  EXPECT_NE(campaign::difference(was, is).find("clock_mhz"), std::string::npos);
}

TEST(CampaignFolder, WritesAResultThatCanBeReadAfterEveryRun) {
  const TemporaryFolder folder;
  campaign::CampaignFolder campaign(folder / "c", request(3), false);
  for (const int k : {2, 1}) campaign.keep(record(k));
  const result::Result found = result::read_result(folder / "c/fake.json");
  ASSERT_EQ(found.runs.size(), 2u);
  EXPECT_EQ(found.runs[0].n, 1) << "in the order asked for, not that of finishing";
  EXPECT_EQ(found.suite, "smoke");
}

// A machine without a GPU skips hundreds of runs of one paper, none of which takes any time.
TEST(CampaignFolder, WritesSkippedRunsWithTheNextThatWasMadeAndWithTheLast) {
  const TemporaryFolder folder;
  campaign::CampaignFolder campaign(folder / "c", request(5), false);
  const auto held = [&] { return result::read_result(folder / "c/fake.json").runs.size(); };
  campaign.keep(record(1, result::Status::kSkipped));
  EXPECT_EQ(held(), 1u) << "the first makes the file";
  campaign.keep(record(2, result::Status::kSkipped));
  EXPECT_EQ(held(), 1u) << "written once more for nothing";
  campaign.keep(record(3));
  EXPECT_EQ(held(), 3u);
  for (const int k : {4, 5}) campaign.keep(record(k, result::Status::kSkipped));
  EXPECT_EQ(held(), 5u) << "the last of the paper";
}

TEST(CampaignFolder, IsRefusedWhereSomethingIsAlready) {
  const TemporaryFolder folder;
  { campaign::CampaignFolder campaign(folder / "c", request(1), false); }
  const std::string said =
      complaint([&] { campaign::CampaignFolder(folder / "c", request(1), false); });
  EXPECT_NE(said.find("--resume"), std::string::npos) << said;

  fs::create_directory(folder / "other");
  std::ofstream(folder / "other/thesis.tex") << "precious";
  EXPECT_NE(complaint([&] { campaign::CampaignFolder(folder / "other", request(1), false); }), "");
  EXPECT_NE(complaint([&] { campaign::CampaignFolder(folder / "other", request(1), true); }), "");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "other"), {}), 1);
}

TEST(CampaignFolder, ResumesOnlyTheSameCampaign) {
  const TemporaryFolder folder;
  {
    campaign::CampaignFolder campaign(folder / "c", request(2), false);
    campaign.keep(record(1));
  }
  json later = request(2);
  later["provenance"]["date"] = "2026-02-02T00:00:00Z";
  {
    const campaign::CampaignFolder campaign(folder / "c", later, true);
    EXPECT_NE(campaign.find("fake/case/n=1"), nullptr);
    EXPECT_EQ(campaign.find("fake/case/n=2"), nullptr);
  }
  std::string said =
      complaint([&] { campaign::CampaignFolder(folder / "c", request(2, "full"), true); });
  EXPECT_NE(said.find("suite was \"smoke\" and is now \"full\""), std::string::npos) << said;
  said = complaint([&] { campaign::CampaignFolder(folder / "c", request(3), true); });
  EXPECT_NE(said.find("runs were 2 and are now 3"), std::string::npos) << said;
  later["provenance"]["machine"] = "another";
  said = complaint([&] { campaign::CampaignFolder(folder / "c", later, true); });
  EXPECT_NE(said.find("provenance/machine"), std::string::npos) << said;
}

TEST(CampaignFolder, ResumesWhatWasKilledBeforeItHadBegun) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "c");
  std::ofstream(folder / "c/.lock");
  std::ofstream(folder / "c/campaign.json.part") << "{\"sche";
  const campaign::CampaignFolder campaign(folder / "c", request(1), true);
  EXPECT_TRUE(campaign.records().empty());
}

TEST(CampaignFolder, IsLockedWhileInUse) {
  const TemporaryFolder folder;
  const campaign::CampaignFolder campaign(folder / "c", request(1), false);
  const std::string said =
      complaint([&] { campaign::CampaignFolder(folder / "c", request(1), true); });
  EXPECT_NE(said.find("another tycho"), std::string::npos) << said;
}

TEST(CampaignFolder, TakesTheLastRecordOfARunThatWasRetried) {
  const TemporaryFolder folder;
  {
    campaign::CampaignFolder campaign(folder / "c", request(1), false);
    campaign.keep(record(1, result::Status::kFailed));
    campaign.keep(record(1));
  }
  const campaign::CampaignFolder campaign(folder / "c", request(1), true);
  ASSERT_EQ(campaign.records().size(), 1u);
  EXPECT_TRUE(campaign.records()[0].ok());
}

TEST(CampaignFolder, NamesTheLineOfARecordThatIsNone) {
  const TemporaryFolder folder;
  {
    campaign::CampaignFolder campaign(folder / "c", request(2), false);
    campaign.keep(record(1));
  }
  json wrong = to_json(record(2));
  wrong["n"] = 0;
  std::ofstream(folder / "c/journal.jsonl", std::ios::app) << wrong.dump() << '\n';
  const std::string said =
      complaint([&] { campaign::CampaignFolder(folder / "c", request(2), true); });
  EXPECT_NE(said.find("journal.jsonl, line 2, /n: must be a whole number of at least 1"),
            std::string::npos)
      << said;
}

TEST(CampaignFolder, LeavesNothingBehindWhereItCannotWrite) {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "x";
  EXPECT_THROW(campaign::CampaignFolder(folder / "file", request(1), false), result::WriteError);
  EXPECT_THROW(campaign::CampaignFolder(folder / "file/c", request(1), false), result::WriteError);
  if (geteuid() != 0) {  // root may write anywhere
    fs::create_directory(folder / "closed");
    fs::permissions(folder / "closed", fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_THROW(campaign::CampaignFolder(folder / "closed/c", request(1), false),
                 result::WriteError);
    EXPECT_TRUE(fs::is_empty(folder / "closed"));
  }
}

TEST(CampaignFolder, CanBeResumedAfterTheDiskWasFull) {
  const TemporaryFolder folder;
  {
    campaign::CampaignFolder campaign(folder / "c", request(2), false);
    campaign.keep(record(1));
    const FullDisk full(64);
    EXPECT_THROW(campaign.keep(record(2)), result::WriteError);
  }
  EXPECT_EQ(result::read_result(folder / "c/fake.json").runs.size(), 1u);
  campaign::CampaignFolder campaign(folder / "c", request(2), true);
  EXPECT_EQ(campaign.records().size(), 1u);
  campaign.keep(record(2));
  EXPECT_EQ(result::read_result(folder / "c/fake.json").runs.size(), 2u);
}

/// The lock of a campaign's folder, shared as `tycho status` shares it while it looks.
class Looking {
 public:
  explicit Looking(const fs::path& campaign)
      : fd_(::open((campaign / campaign::kLockFile).c_str(), O_RDONLY | O_CLOEXEC)) {
    if (!fd_ || ::flock(fd_.get(), LOCK_SH | LOCK_NB) != 0) throw std::runtime_error("no lock");
  }

 private:
  result::Descriptor fd_;
};

TEST(Campaign, WaitsAMomentForOneThatOnlyLooksAtItsFolder) {
  const TemporaryFolder folder;
  { campaign::CampaignFolder campaign(folder / "c", request(1), false); }
  std::optional<Looking> looking(folder / "c");
  std::thread ends([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    looking.reset();
  });
  EXPECT_EQ(complaint([&] { campaign::CampaignFolder(folder / "c", request(1), true); }), "");
  ends.join();
}

TEST(Campaign, DoesNotWaitForeverForALockOfItsFolder) {
  const TemporaryFolder folder;
  { campaign::CampaignFolder campaign(folder / "c", request(1), false); }
  const Looking looking(folder / "c");
  const std::string said =
      complaint([&] { campaign::CampaignFolder(folder / "c", request(1), true); });
  EXPECT_NE(said.find("another tycho is running a campaign in this folder"), std::string::npos)
      << said;
}

// A whole campaign in a process of its own, as `tycho run --resume` does it.
pid_t start_campaign(const fs::path& folder, const fs::path& side, int runs) {
  const pid_t supervisor = fork();
  if (supervisor != 0) return supervisor;
  int code = 0;
  try {
    campaign::CampaignFolder campaign(folder, request(runs), true);
    std::vector<campaign::Job> jobs;
    for (int k = 1; k <= runs; ++k) {
      campaign::Job job;
      job.description = description(k);
      job.command.argv = {TYCHO_FAKE_CHILD, "ok", job.id(), campaign.record_file().string(),
                          side.string()};
      if (!campaign.find(job.id())) jobs.push_back(job);
    }
    campaign::Watcher nobody;
    campaign::supervise(
        jobs, campaign.record_file(), [&](const result::RunRecord& found) { campaign.keep(found); },
        nobody);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    code = 1;
  }
  _exit(code);
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::set<std::string> finished_in(const fs::path& journal) {
  std::ifstream in(journal);
  std::set<std::string> ids;
  for (std::string line; std::getline(in, line) && !in.eof();)
    ids.insert(json::parse(line).at("id").get<std::string>());
  return ids;
}

TEST(Campaign, CompletesAfterKillsAtManyMomentsWithoutRepeatingFinishedRuns) {
  constexpr int kRuns = 24;
  const TemporaryFolder folder;
  const fs::path campaign = folder / "c", side = folder / "side";
  const Random random(2025);
  std::set<std::string> finished;
  for (std::uint64_t round = 0; round < 12; ++round) {
    const std::size_t executed_before = lines_of(side).size();
    const pid_t supervisor = start_campaign(campaign, side, kRuns);
    std::this_thread::sleep_for(std::chrono::duration<double>(random.uniform(round, 0.0, 0.06)));
    kill(supervisor, SIGKILL);
    waitpid(supervisor, nullptr, 0);
    // The child dies with its supervisor, but not in the same instant.
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    const std::vector<std::string> executed = lines_of(side);
    for (std::size_t i = executed_before; i < executed.size(); ++i)
      EXPECT_EQ(finished.count(executed[i].substr(0, executed[i].find(' '))), 0u)
          << executed[i] << " was finished and ran again";
    if (fs::exists(campaign / "journal.jsonl")) finished = finished_in(campaign / "journal.jsonl");
  }
  const std::size_t executed_before = lines_of(side).size();
  int status = 0;
  waitpid(start_campaign(campaign, side, kRuns), &status, 0);
  ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(lines_of(side).size() - executed_before, kRuns - finished.size());
  EXPECT_EQ(lines_of(campaign / "journal.jsonl").size(), std::size_t{kRuns});
  const result::Result found = result::read_result(campaign / "fake.json");
  ASSERT_EQ(found.runs.size(), std::size_t{kRuns});
  for (int k = 1; k <= kRuns; ++k) EXPECT_EQ(found.runs[static_cast<std::size_t>(k - 1)].n, k);
}

}  // namespace
}  // namespace tycho
