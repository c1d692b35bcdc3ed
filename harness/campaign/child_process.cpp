#include "harness/campaign/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>
#include <string_view>

#include "core/available_threads.hpp"
#include "harness/campaign/interrupt.hpp"
#include "harness/campaign/line_reader.hpp"
#include "harness/campaign/orphans.hpp"
#include "harness/campaign/room.hpp"
#include "harness/result/durable_file.hpp"

namespace tycho::campaign {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kExecFailed = 127;
constexpr Seconds kGrace{2};  // between SIGTERM and SIGKILL

struct Pipe {
  result::Descriptor read, write;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
      throw NoRoom(std::string("cannot make a pipe: ") + std::strerror(errno));
    read = result::Descriptor(ends[0]);
    write = result::Descriptor(ends[1]);
    ::fcntl(read.get(), F_SETFL, O_NONBLOCK);
  }
};

// In the child, between fork and exec: only calls that are safe there.
[[noreturn]] void become(char* const* argv, char* const* environment, const ChildCommand& command,
                         const cpu_set_t& cpus, int output, int progress, pid_t supervisor) {
  if (command.own_group) ::setpgid(0, 0);
  if (!command.folder.empty() && ::chdir(command.folder.c_str()) != 0) ::_exit(kExecFailed);
  ::sched_setaffinity(0, sizeof cpus, &cpus);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != supervisor) ::_exit(kExecFailed);  // it died before the line above

  if (command.memory_limit_bytes != 0) {
    const rlimit limit{command.memory_limit_bytes, command.memory_limit_bytes};
    ::setrlimit(RLIMIT_DATA, &limit);
  }
  if (command.most_file_bytes != 0) {
    const rlimit limit{command.most_file_bytes, command.most_file_bytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    ::signal(SIGXFSZ, SIG_DFL);
  }
  const rlimit no_core{0, 0};  // a crash is recorded; a core file would only fill the disk
  ::setrlimit(RLIMIT_CORE, &no_core);

  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);

  // The ends of the pipes may themselves bear the numbers wanted: move them out of the way first.
  const int high_output = ::fcntl(output, F_DUPFD_CLOEXEC, 10);
  const int high_progress = ::fcntl(progress, F_DUPFD_CLOEXEC, 10);
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(null, STDIN_FILENO);
  ::dup2(high_output, STDOUT_FILENO);
  ::dup2(high_output, STDERR_FILENO);
  ::dup2(high_progress, kProgressDescriptor);
  ::execve(argv[0], argv, environment);
  const int failed = errno;
  const char* why = std::strerror(failed);
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, why, std::strlen(why));
  const bool no_room = failed == EAGAIN || failed == ENOMEM || failed == EMFILE || failed == ENFILE;
  ::_exit(no_room ? kNoRoomCode : kExecFailed);
}

// This process's environment, with the command's in the place of what bears the same name.
std::vector<char*> environment_of(const ChildCommand& command) {
  std::vector<char*> all;
  for (const std::string& own : command.environment) all.push_back(const_cast<char*>(own.c_str()));
  for (char** held = environ; *held; ++held) {
    const std::string_view name(*held, std::strcspn(*held, "="));
    const bool replaced = std::any_of(
        command.environment.begin(), command.environment.end(), [&](const std::string& own) {
          return own.size() > name.size() && own[name.size()] == '=' && own.starts_with(name);
        });
    if (!replaced) all.push_back(*held);
  }
  all.push_back(nullptr);
  return all;
}

// Where OpenMP has bound this thread, a child would inherit the one CPU.
cpu_set_t all_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : available_cpus()) CPU_SET(cpu, &set);
  return set;
}

pid_t start(const ChildCommand& command, const Pipe& output, const Pipe& progress) {
  std::vector<char*> argv;
  for (const std::string& word : command.argv) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const std::vector<char*> environment = environment_of(command);
  const cpu_set_t cpus = all_cpus();
  const pid_t supervisor = ::getpid();
  const pid_t child = ::fork();
  if (child == 0)
    become(argv.data(), environment.data(), command, cpus, output.write.get(), progress.write.get(),
           supervisor);
  // On both sides: whoever comes first.
  if (child > 0 && command.own_group) ::setpgid(child, child);
  return child;
}

// Whether the child has ended. It stays a zombie, so its number, and its group's, are still its
// own when the group is killed.
bool has_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == child;
}

void report(const std::string& line, const ChildProgress& progress) {
  std::istringstream words(line);
  double fraction = 0;
  std::string phase;
  if (progress && words >> fraction && std::getline(words >> std::ws, phase))
    progress(phase, fraction);
}

// Ends the child, or its group where it leads one (a number below 0), gently once and then for
// good.
class Ending {
 public:
  void begin(pid_t target, ChildEnd::Kind why) {
    if (begun_) return;
    begun_ = true;
    why_ = why;
    kill_at_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(kGrace);
    ::kill(target, SIGTERM);
  }
  void insist(pid_t target) const {
    if (begun_ && Clock::now() >= kill_at_) ::kill(target, SIGKILL);
  }
  bool begun() const { return begun_; }
  ChildEnd::Kind why() const { return why_; }

 private:
  bool begun_ = false;
  ChildEnd::Kind why_ = ChildEnd::Kind::kTimedOut;
  Clock::time_point kill_at_;
};

}  // namespace

ChildEnd run_child(const ChildCommand& command, const ChildProgress& progress) {
  const Clock::time_point began = Clock::now();
  const auto elapsed = [&] { return Seconds(Clock::now() - began); };

  const std::optional<Orphans> orphans =
      command.launches_ranks ? std::make_optional<Orphans>() : std::nullopt;
  Pipe output, updates;
  // A child must never wait for a supervisor that is slow to read: updates are dropped instead.
  ::fcntl(updates.write.get(), F_SETFL, O_NONBLOCK);
  const pid_t child = start(command, output, updates);
  if (child < 0) throw NoRoom(std::string("cannot start a process: ") + std::strerror(errno));
  output.write.reset();
  updates.write.reset();

  Clock::time_point last_told = began;
  LineReader said(std::move(output.read));
  LineReader told(std::move(updates.read));
  std::string reason;  // of ranks
  const auto hear = [&](const std::string& line) {
    last_told = Clock::now();
    report(line, progress);
  };
  const auto listen = [&] {
    said.read([&](const std::string& line) {
      if (!command.launches_ranks) return;
      if (line.starts_with(kProgressTag)) hear(line.substr(kProgressTag.size()));
      if (line.starts_with(kReasonTag)) reason = line;
    });
    told.read(hear);
  };

  Ending ending;
  const pid_t target = command.own_group ? -child : child;
  while (!has_ended(child)) {
    // The end of the child closes its pipes and so ends the wait; the time-out is for limits, and
    // long, because waking up disturbs what is being measured.
    std::array<pollfd, 2> fds{{{said.descriptor(), POLLIN, 0}, {told.descriptor(), POLLIN, 0}}};
    const bool silent = said.at_end() && told.at_end();
    ::poll(fds.data(), fds.size(), silent ? 5 : 200);
    listen();
    if (InterruptGuard::interrupted()) ending.begin(target, ChildEnd::Kind::kInterrupted);
    if (command.time_limit.count() > 0 && elapsed() > command.time_limit)
      ending.begin(target, ChildEnd::Kind::kTimedOut);
    if (command.silence_limit.count() > 0 &&
        Seconds(Clock::now() - last_told) > command.silence_limit)
      ending.begin(target, ChildEnd::Kind::kStalled);
    ending.insist(target);
  }
  ::kill(-child, SIGKILL);  // processes that the child left behind
  listen();

  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (orphans) orphans->end_all();
  listen();
  ChildEnd end;
  end.wall = elapsed();
  end.launched_ranks = command.launches_ranks;
  // What a launcher itself says may name hosts, which no result holds.
  end.last_line = command.launches_ranks ? reason : said.last_line();
  end.said = said.last_lines();
  if (WIFSIGNALED(status)) {
    end.kind = ChildEnd::Kind::kSignalled;
    end.code = WTERMSIG(status);
  } else {
    end.kind = ChildEnd::Kind::kExited;
    end.code = WEXITSTATUS(status);
  }
  // A child that finished its work although it was told to stop did finish.
  if (ending.begun() && !end.succeeded()) end.kind = ending.why();
  return end;
}

bool ChildEnd::had_no_room() const {
  return (kind == Kind::kExited && code == kNoRoomCode) ||
         (kind == Kind::kSignalled && code == SIGXFSZ);
}

namespace {

std::string ended_by(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return std::string(signal == SIGKILL ? "killed" : "crashed") + " (SIG" +
         (name ? name : std::to_string(signal)) + ")" +
         (signal == SIGKILL ? ", as the system does when it runs out of memory" : "");
}

}  // namespace

std::string ChildEnd::reason() const {
  std::ostringstream out;
  switch (kind) {
    case Kind::kExited:
      // A launcher ends with 128 and the signal that one of its processes ended by.
      if (launched_ranks && code > 128 && ::sigabbrev_np(code - 128))
        out << "a rank " << ended_by(code - 128);
      else
        out << "exited with code " << code;
      break;
    case Kind::kSignalled:
      out << ended_by(code);
      break;
    case Kind::kTimedOut:
      out.precision(3);
      out << "stopped after " << wall.count() << " s: past its time limit";
      break;
    case Kind::kStalled:
      out.precision(3);
      out << "stopped after " << wall.count() << " s: no progress for too long (--time-limit sets "
          << "how long a run may take, with or without signs of progress)";
      break;
    case Kind::kInterrupted:
      out << "interrupted";
      break;
  }
  if (!last_line.empty()) out << ": " << last_line;
  return out.str();
}

}  // namespace tycho::campaign
