// One start of a program of the user's: particles in, particles out, and how long it took from
// outside.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/particles.hpp"
#include "core/settings.hpp"
#include "harness/terms/program_command.hpp"

namespace tycho::program {

struct Task {
  const terms::ProgramCommand& command;
  const Settings& settings;
  const Particles& initial;
  std::int64_t steps = 0;
  /// Steps between two states that the program may write on its way; 0: none is asked for.
  std::int64_t every = 0;
  std::filesystem::path folder;  // the program's own, emptied before and removed afterwards
};

struct Finished {
  Particles final;
  double wall_s = 0;  // from before the program was started to its end
  /// Seconds of all steps by stage, where the program wrote them.
  std::map<std::string, double> stage_s{};
  /// (steps taken, state): those on its way that the program wrote.
  std::vector<std::pair<std::int64_t, Particles>> on_the_way{};
};

/// Writes {in} and {settings}, starts the program in its folder and reads {out} and {times}. Throws
/// Unavailable where there is no such program or no HDF5; std::runtime_error in one line where the
/// program failed, wrote nothing, wrote elsewhere or too much, lost particles or left NaN.
Finished start(const Task& task);

/// The path of a program that stands first in a command: a path, or a name on PATH. Throws
/// Unavailable where there is none.
std::filesystem::path path_of(const std::string& program);

}  // namespace tycho::program
