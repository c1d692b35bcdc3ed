// A supervisor on a machine without room: the run in flight is not recorded, and none after it is
// begun.
#include "harness/campaign/room.hpp"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>

#include "harness/campaign/supervisor.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

// From now on this process starts no other and no thread: the kernel answers as where a limit on
// processes is reached, which does not hold for root. False where the kernel has no such filter.
bool forbid_processes() {
  constexpr unsigned kRefused = SECCOMP_RET_ERRNO | EAGAIN;
  std::array<sock_filter, 6> filter{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 2, 0),
#ifdef SYS_fork
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fork, 1, 0),
#else
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 1, 0),
#endif
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, kRefused),
  }};
  const sock_fprog program{filter.size(), filter.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// No descriptor can be opened beside the present ones.
void forbid_descriptors() {
  const int next = dup(STDERR_FILENO);
  close(next);
  const rlimit limit{static_cast<rlim_t>(next), static_cast<rlim_t>(next)};
  setrlimit(RLIMIT_NOFILE, &limit);
}

class NoRoomFor : public ::testing::Test {
 protected:
  campaign::Job job(const std::string& behaviour, const std::string& id) const {
    campaign::Job made;
    made.description.id = id;
    made.description.paper = "fake";
    made.description.n = 7;
    made.command.argv = {TYCHO_FAKE_CHILD, behaviour, id, record().string(),
                         (folder_ / "side").string()};
    made.command.time_limit = Seconds(20);
    return made;
  }
  std::filesystem::path record() const { return folder_ / "run.json"; }

  // What is said of a campaign whose second of three runs behaves so; only the first is recorded.
  std::string said(const std::string& behaviour, void (*from_then_on)() = nullptr) {
    std::vector<std::string> kept;
    const std::vector<campaign::Job> jobs{job("ok", "fake/a"), job(behaviour, "fake/b"),
                                          job("ok", "fake/c")};
    campaign::Watcher nobody;
    std::string why;
    try {
      campaign::supervise(
          jobs, record(),
          [&](const result::RunRecord& r) {
            kept.push_back(r.id);
            if (from_then_on) from_then_on();
          },
          nobody);
    } catch (const campaign::NoRoom& error) {
      why = error.what();
    }
    EXPECT_EQ(kept, std::vector<std::string>{"fake/a"});
    EXPECT_FALSE(std::filesystem::exists(record()));
    return why;
  }

  // In a process of its own, whose limits end with it.
  template <typename Test>
  static int code_of(Test&& test) {
    const pid_t child = fork();
    if (child == 0) _exit(test());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  static constexpr int kAsExpected = 0, kOtherwise = 1, kNotHere = 2;

  TemporaryFolder folder_;
};

TEST_F(NoRoomFor, ARecordEndsTheCampaign) {
  EXPECT_EQ(said("full"),
            "fake/b exited with code 4: tycho: cannot write run.json: No space left on device");
}

TEST_F(NoRoomFor, AFilePastALimitEndsTheCampaign) {
  EXPECT_NE(said("too_large").find("SIGXFSZ"), std::string::npos);
}

TEST_F(NoRoomFor, AProcessEndsTheCampaign) {
  const int code = code_of([&] {
    static bool forbidden = false;
    const std::string why = said("ok", [] { forbidden = forbid_processes(); });
    if (!forbidden) return kNotHere;
    return why.find("cannot start a process: Resource") == 0 && !HasFailure() ? kAsExpected
                                                                              : kOtherwise;
  });
  if (code == kNotHere) GTEST_SKIP() << "no process can be forbidden here";
  EXPECT_EQ(code, kAsExpected);
}

TEST_F(NoRoomFor, APipeEndsTheCampaign) {
  EXPECT_EQ(code_of([&] {
              const std::string why = said("ok", forbid_descriptors);
              return why.find("cannot make a pipe: Too many open") == 0 && !HasFailure()
                         ? kAsExpected
                         : kOtherwise;
            }),
            kAsExpected);
}

TEST_F(NoRoomFor, ThreadsIsFoundOutBeforeTheRunBegins) {
  EXPECT_NO_THROW(campaign::require_threads(8));
  const int code = code_of([] {
    if (!forbid_processes()) return kNotHere;
    try {
      campaign::require_threads(2);
    } catch (const campaign::NoRoom&) {
      return kAsExpected;
    }
    return kOtherwise;
  });
  if (code == kNotHere) GTEST_SKIP() << "no thread can be forbidden here";
  EXPECT_EQ(code, kAsExpected);
}

}  // namespace
}  // namespace tycho
