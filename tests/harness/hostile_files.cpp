// What somebody may have put where the program reads and writes: links, pipes, devices, other
// people's lines. Nothing is followed, waited for or lost without a word.
#include "tests/harness/tycho_program.hpp"

#include <sys/stat.h>

#include "harness/cli/exit_code.hpp"

namespace tycho {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class HostileFiles : public TychoProgram {
 protected:
  void begin() {
    write_case(orbit("orbit"));
    ASSERT_EQ(tycho(kRun).code, cli::kOk);
  }
  std::string journal() const { return result::read_text(folder_ / "c/journal.jsonl"); }
  void expect_refused(const Said& said, int code, const std::string& words) {
    EXPECT_EQ(said.code, code) << said.err;
    EXPECT_NE(said.err.find(words), std::string::npos) << said.err;
  }
  // The campaign again with this text for its journal.
  Said resume_with_journal(const std::string& text) {
    std::ofstream(folder_ / "c/journal.jsonl") << text;
    return tycho(kResume);
  }

  static constexpr const char* kRun = "run someone2025/orbit.json --suite smoke --out c";
  static constexpr const char* kResume =
      "run someone2025/orbit.json --suite smoke --out c --resume";
};

TEST_F(HostileFiles, AJournalIsWholeWhereStandardStreamsAreClosed) {
  write_case(orbit("orbit"));
  // Whatever is opened first takes the numbers that are free: now the lock, now the journal.
  for (const std::string closed : {"<&- >&- 2>&-", ">&- 2>&-", "<&- 2>&-", "2>&- >/dev/null"}) {
    EXPECT_EQ(tycho(kRun, "", closed).code, cli::kOk) << closed;
    const std::string held = journal();
    EXPECT_EQ(std::count(held.begin(), held.end(), '\n'), 1) << closed << ": " << held;
    EXPECT_EQ(result::read_text(folder_ / "c/.lock"), "") << closed;
    EXPECT_EQ(runs_in("c").size(), 1u) << closed;
    fs::remove_all(folder_ / "c");
  }
}

TEST_F(HostileFiles, JournalLinesThatAreNoRecordsAreNamedByFileAndLine) {
  begin();
  const std::string sound = journal();
  for (const std::string line : {"[]", "null", "17", "\"text\"", "{}", "{\"id\": 5}",
                                 "{\"id\": \"someone2025/orbit/n=2/cpu\"}"}) {
    expect_refused(resume_with_journal(sound + line + '\n'), cli::kUsage,
                   "c/journal.jsonl, line 2");
    EXPECT_EQ(journal(), sound + line + '\n') << "nothing was cut off";
    expect_refused(resume_with_journal(line + '\n' + sound), cli::kUsage,
                   "c/journal.jsonl, line 1");
  }
}

TEST_F(HostileFiles, JournalLinesOfOtherExperimentsAreRefused) {
  begin();
  const json sound = json::parse(journal());
  json other = sound;
  other["id"] = "someone2025/orbit/n=3/cpu";
  expect_refused(resume_with_journal(other.dump() + '\n'), cli::kUsage,
                 "c/journal.jsonl, line 1: 'someone2025/orbit/n=3/cpu' is no run of this campaign");
  other = sound;
  other["settings"]["softening"] = 0.5;
  expect_refused(resume_with_journal(other.dump() + '\n'), cli::kUsage,
                 "c/journal.jsonl, line 1: the record of another run: settings/softening was 0.5 "
                 "and is now 0.001");
}

TEST_F(HostileFiles, LinksNamedLikeOurFilesAreNotFollowed) {
  const fs::path thesis = folder_ / "thesis.tex";
  for (const std::string name :
       {"journal.jsonl", ".lock", "campaign.json.part", "run.json.part", "someone2025.json.part"}) {
    std::ofstream(thesis) << "precious\n";
    begin();
    std::ofstream(folder_ / "c/journal.jsonl").close();  // its run is to be run again
    fs::remove(folder_ / "c" / name);
    fs::create_symlink(thesis, folder_ / "c" / name);
    const Said said = tycho(kResume);
    EXPECT_EQ(result::read_text(thesis), "precious\n") << name;
    if (name != "campaign.json.part") {  // which is not written again
      expect_refused(said, cli::kCannotWrite, name);
      EXPECT_NE(said.err.find("symbolic link"), std::string::npos) << said.err;
    }
    fs::remove_all(folder_ / "c");
  }
}

TEST_F(HostileFiles, LinksInANewFolderAreNotFollowed) {
  const fs::path thesis = folder_ / "thesis.tex";
  std::ofstream(thesis) << "precious\n";
  write_case(orbit("orbit"));
  for (const std::string name : {".lock", "campaign.json.part", "run.json.part"}) {
    fs::create_directory(folder_ / "c");
    fs::create_symlink(thesis, folder_ / "c" / name);
    expect_refused(tycho(kRun), cli::kCannotWrite, name);
    EXPECT_EQ(result::read_text(thesis), "precious\n") << name;
    fs::remove_all(folder_ / "c");
  }
}

TEST_F(HostileFiles, PipesNamedLikeOurFilesAreNotWaitedFor) {
  begin();
  for (const std::string name : {"journal.jsonl", ".lock", "campaign.json"}) {
    const fs::path file = folder_ / "c" / name, kept = folder_ / "kept";
    fs::rename(file, kept);
    ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
    const Said said = tycho(kResume);
    EXPECT_TRUE(said.code == cli::kCannotWrite || said.code == cli::kUsage) << said.code;
    EXPECT_NE(said.err.find(name), std::string::npos) << said.err;
    fs::remove(file);
    fs::rename(kept, file);
  }
  EXPECT_EQ(tycho(kResume).code, cli::kOk);
}

TEST_F(HostileFiles, ACaseIsAPlainFileOfModestSize) {
  fs::create_directory(folder_ / "someone2025");
  const fs::path file = folder_ / "someone2025/orbit.json";
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  expect_refused(tycho(kRun), cli::kUsage, "someone2025/orbit.json: a pipe");
  fs::remove(file);
  fs::create_symlink("/dev/zero", file);
  expect_refused(tycho(kRun), cli::kUsage, "someone2025/orbit.json: a device");
  fs::remove(file);
  fs::create_directory(file);
  expect_refused(tycho(kRun), cli::kUsage, "someone2025/orbit.json: a folder");
  fs::remove(file);
  std::ofstream(file).close();
  fs::resize_file(file, std::uintmax_t{1} << 40);  // a hole: it takes no room on the disk
  expect_refused(tycho(kRun), cli::kUsage, "someone2025/orbit.json: larger than");
  EXPECT_FALSE(fs::exists(folder_ / "c"));
}

TEST_F(HostileFiles, ASweepOfTooManyRunsIsRefusedBeforeItIsExpanded) {
  json wide = orbit("orbit");
  wide["measure"] = "timing";
  wide.erase("samples");
  wide["variants"][0]["settings"] = json::object();
  for (const char* name : {"dt", "softening"}) {
    wide["settings"].erase(name);
    for (int k = 1; k <= 10000; ++k) wide["variants"][0]["sweep"][name].push_back(k * 1e-6);
  }
  write_case(wide);
  // With 2 GB of memory, where that can be limited: the runs would take ten times as much.
#ifdef TYCHO_SANITIZED
  const Said said = tycho(kRun);
#else
  const Said said = tycho(kRun, "ulimit -v 2000000;");
#endif
  expect_refused(said, cli::kUsage, "someone2025/orbit.json");
  EXPECT_NE(said.err.find("100000000 runs"), std::string::npos) << said.err;
  EXPECT_FALSE(fs::exists(folder_ / "c"));
}

}  // namespace
}  // namespace tycho
