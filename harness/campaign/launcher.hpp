// What starts the ranks of a run: mpirun, srun inside a job of Slurm's, or what --launcher says.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/campaign/child_process.hpp"

namespace tycho::campaign {

class Launcher {
 public:
  /// `asked` is a command line whose {ranks} stands for their number; empty: srun inside a job of
  /// Slurm's, else mpirun or mpiexec. Throws Unavailable where its program is not on PATH, or
  /// `program`, which every rank runs, is not there.
  Launcher(const std::string& asked, std::filesystem::path program);

  /// The name of the launcher's program, without a folder.
  std::string name() const;
  /// A process on each of `ranks` ranks, with `threads` threads each, of the program with these
  /// arguments.
  ChildCommand command(int ranks, int threads, const std::vector<std::string>& arguments) const;
  /// Throws Unavailable, in one line, where `ranks` ranks cannot be started, do not see each other,
  /// or are of another build than this program's.
  void require(int ranks) const;

 private:
  std::vector<std::string> words_;
  std::filesystem::path program_;
  bool asked_ = false;
};

/// The program beside this one.
std::filesystem::path program_of_ranks();

/// A text that programs of one build have alike, and those of another build differ in.
std::string build_mark();

}  // namespace tycho::campaign
