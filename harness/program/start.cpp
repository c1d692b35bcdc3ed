#include "harness/program/start.hpp"

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <stdexcept>

#include "core/error.hpp"
#include "core/loaded_state.hpp"
#include "harness/campaign/child_process.hpp"
#include "harness/campaign/profiler.hpp"
#include "harness/program/files.hpp"
#include "harness/result/one_line.hpp"

namespace tycho::program {

namespace {

namespace fs = std::filesystem;

/// The bytes that a file of the program's may have: a snapshot in text takes some 200 for each
/// particle.
std::uint64_t most_file_bytes(std::size_t particles) {
  return (std::uint64_t{16} << 20) + 1024 * std::uint64_t{particles};
}

campaign::ChildCommand command_of(const Task& task, const Files& files) {
  campaign::ChildCommand child;
  child.argv = task.command.filled(files.in, files.out, files.settings, files.times);
  child.argv.front() = path_of(task.command.words.front()).string();
  child.folder = task.folder.string();
  child.most_file_bytes = most_file_bytes(task.initial.size());
  // Whoever ends this process ends the program, too, and whatever the program started.
  child.own_group = false;
  return child;
}

[[noreturn]] void fail(const Task& task, const std::string& what) {
  throw std::runtime_error("the program " + terms::file_of(task.command).filename().string() + " " +
                           result::brief(result::one_line(what), 500));
}

/// Why the program ended as it did, where that was not well. One that writes past the limit of a
/// file is ended by the system, or hears of it and ends by itself.
std::string how_it_ended(const campaign::ChildEnd& end, const Task& task) {
  const std::uint64_t most = most_file_bytes(task.initial.size());
  for (const auto& entry : fs::directory_iterator(task.folder)) {
    std::error_code ignored;
    if (entry.is_regular_file(ignored) && entry.file_size(ignored) >= most)
      return "wrote too much: " + entry.path().filename().string() + " reached " +
             std::to_string(most) + " bytes, far more than " + std::to_string(task.initial.size()) +
             " particles take";
  }
  return end.reason();
}

/// What the program left, which must be what it was asked for.
Finished what_is_left(const Task& task, const Files& files, const campaign::ChildEnd& end) {
  if (!end.succeeded()) fail(task, how_it_ended(end, task));
  Finished finished;
  finished.wall_s = end.wall.count();
  try {
    finished.final = files.final_state();
    finished.stage_s = files.stage_seconds(finished.wall_s);
    finished.on_the_way = files.on_the_way();
  } catch (const UsageError& error) {
    fail(task, error.what());
  }
  if (task.steps > 0 && LoadedState(task.initial, task.settings.dt()).unmoved(finished.final))
    fail(task, "moved nothing: every place and velocity is as it was given");
  return finished;
}

}  // namespace

fs::path path_of(const std::string& program) {
  if (program.find('/') != std::string::npos) {
    if (::access(program.c_str(), X_OK) == 0 && fs::is_regular_file(program))
      return fs::absolute(program);
    throw Unavailable("there is no program " + program + " that can be started");
  }
  const char* const folders = std::getenv("PATH");
  if (const auto found = campaign::find_program(program, folders ? folders : "")) return *found;
  throw Unavailable("there is no program '" + program + "' on PATH (./" + program +
                    " is one in this folder)");
}

Finished start(const Task& task) {
  const Files files(task);
  files.write();
  const campaign::ChildEnd end = campaign::run_child(command_of(task, files), nullptr);
  try {
    return what_is_left(task, files, end);
  } catch (const std::exception&) {
    std::cerr << end.said;  // of which the reason has the last line at most
    throw;
  }
}

}  // namespace tycho::program
