// One child process: started, listened to, ended.
//
// The child is the leader of a process group of its own, so that Ctrl-C on the terminal reaches
// the supervisor only and so that whatever the child starts ends with the child. The kernel
// kills the child when the supervisor dies, however that happens. Standard output and error of the
// child go to one pipe, of which the last line is kept; on kProgressDescriptor the child may write
// lines "<fraction> <phase>".
//
// A child that is a launcher of ranks (mpirun, srun) starts processes in groups of their own, hands
// no descriptor on but its output, and says much itself. Of such a child progress is read from
// lines that begin with kProgressTag, the line that is kept is the last one that begins with
// kReasonTag, and the end has come when every process that descends from the child is gone.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/units.hpp"

namespace tycho::campaign {

inline constexpr int kProgressDescriptor = 3;

/// How lines of ranks begin: of progress, and of a reason why a run ended.
inline constexpr std::string_view kProgressTag = "tycho-progress: ";
inline constexpr std::string_view kReasonTag = "tycho: ";

/// The exit code of a child for which the machine had no room: it could not write what it measured.
inline constexpr int kNoRoomCode = 4;

struct ChildCommand {
  std::vector<std::string> argv;  // argv[0] is the path of the program
  Seconds time_limit{0};          // 0: none
  Seconds silence_limit{0};       // the longest time without a line of progress; 0: any
  /// Most bytes of writable private memory (RLIMIT_DATA), so that a run too large for the machine
  /// fails by itself instead of taking others down; 0: none. Not for CUDA runs: the driver maps
  /// far more than it uses.
  std::uint64_t memory_limit_bytes = 0;
  /// "NAME=value": what the child's environment has beside its parent's, or instead of it.
  std::vector<std::string> environment = {};
  /// The program is a launcher of ranks.
  bool launches_ranks = false;
  std::string folder = {};            // where it is started; empty: where its parent is
  std::uint64_t most_file_bytes = 0;  // that one of its files may have (RLIMIT_FSIZE); 0: any
  /// Whether it leads a process group of its own; else it stays in its parent's, and ends with it.
  bool own_group = true;
};

struct ChildEnd {
  enum class Kind { kExited, kSignalled, kTimedOut, kStalled, kInterrupted };
  Kind kind = Kind::kExited;
  int code = 0;           // exit code or signal
  std::string last_line;  // of what the child printed
  std::string said{};     // its last lines: for its user, since they may name hosts and paths
  Seconds wall{0};
  bool launched_ranks = false;

  bool succeeded() const { return kind == Kind::kExited && code == 0; }
  /// The child said so, or the system ended it because a file grew past a limit.
  bool had_no_room() const;
  /// What happened, for people: "crashed (SIGSEGV): <last line>".
  std::string reason() const;
};

using ChildProgress = std::function<void(const std::string& phase, double fraction)>;

/// Starts the child and waits for its end. Past the time limit, after too long a silence on
/// kProgressDescriptor, or when the supervisor is interrupted (harness/campaign/interrupt.hpp), its
/// group gets SIGTERM and, two seconds later, SIGKILL. What the child prints is no progress. Throws
/// NoRoom (harness/campaign/room.hpp) where it cannot be started for want of processes, pipes or
/// memory, or where processes of a launcher do not end.
ChildEnd run_child(const ChildCommand& command, const ChildProgress& progress);

}  // namespace tycho::campaign
