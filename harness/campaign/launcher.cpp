#include "harness/campaign/launcher.hpp"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "core/available_threads.hpp"
#include "core/error.hpp"
#include "harness/campaign/profiler.hpp"
#include "harness/result/build_info.hpp"
#include "harness/result/checksum.hpp"

namespace tycho::campaign {

namespace {

namespace fs = std::filesystem;

constexpr Seconds kToStart{60};
constexpr std::string_view kPlace = "{ranks}";

bool runs(const fs::path& file) {
  return fs::is_regular_file(file) && !::access(file.c_str(), X_OK);
}

/// The file that a shell would run for `program`; empty where there is none.
fs::path found(const std::string& program) {
  if (program.find('/') != std::string::npos) return runs(program) ? fs::path(program) : fs::path();
  const char* path = std::getenv("PATH");
  return find_program(program, path ? path : "").value_or(fs::path());
}

std::vector<std::string> split(const std::string& line) {
  std::istringstream words(line);
  std::vector<std::string> all;
  for (std::string word; words >> word;) all.push_back(word);
  return all;
}

std::vector<std::string> default_words() {
  if (std::getenv("SLURM_JOB_ID") && !found("srun").empty())
    return {"srun", "--ntasks={ranks}", "--kill-on-bad-exit=1"};
  return {found("mpirun").empty() ? "mpiexec" : "mpirun", "-n", "{ranks}"};
}

/// What mpirun is told where nobody chose another launcher, and not by options, which differ from
/// one MPI to the next: more ranks than cores are allowed, ranks are not bound, and one that waits
/// gives its core up where there are more ranks than cores.
std::vector<std::string> environment_of_mpirun(int ranks, int threads) {
  std::vector<std::string> all{"OMPI_MCA_rmaps_base_oversubscribe=1",
                               "OMPI_MCA_hwloc_base_binding_policy=none",
                               "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe",
                               "PRTE_MCA_hwloc_default_binding_policy=none"};
  if (ranks * threads > available_threads()) all.emplace_back("OMPI_MCA_mpi_yield_when_idle=1");
  if (::geteuid() == 0) {
    all.emplace_back("OMPI_ALLOW_RUN_AS_ROOT=1");
    all.emplace_back("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1");
  }
  return all;
}

}  // namespace

Launcher::Launcher(const std::string& asked, fs::path program)
    : words_(split(asked)), program_(std::move(program)), asked_(!words_.empty()) {
  if (!runs(program_))
    throw Unavailable(
        "there is no tycho_ranks beside tycho: install MPI (libopenmpi-dev openmpi-bin, or a "
        "module) and build all targets, not tycho alone");
  if (!asked_) words_ = default_words();
  const fs::path file = found(words_.front());
  if (file.empty())
    throw Unavailable(asked_ ? "--launcher: there is no program '" + words_.front() + "'"
                             : "there is no mpirun on PATH to start ranks with; --launcher names "
                               "another");
  words_.front() = file.string();
}

std::string Launcher::name() const { return fs::path(words_.front()).filename().string(); }

ChildCommand Launcher::command(int ranks, int threads,
                               const std::vector<std::string>& arguments) const {
  ChildCommand command;
  command.launches_ranks = true;
  for (std::string word : words_) {
    for (std::size_t at; (at = word.find(kPlace)) != std::string::npos;)
      word.replace(at, kPlace.size(), std::to_string(ranks));
    command.argv.push_back(word);
  }
  command.argv.push_back(program_.string());
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  if (!asked_) command.environment = environment_of_mpirun(ranks, threads);
  command.environment.push_back("OMP_NUM_THREADS=" + std::to_string(threads));
  return command;
}

void Launcher::require(int ranks) const {
  ChildCommand hello =
      command(ranks, 1, {"hello", "--ranks", std::to_string(ranks), "--build", build_mark()});
  hello.time_limit = kToStart;
  const ChildEnd end = run_child(hello, nullptr);
  if (end.succeeded()) return;
  const std::string said = end.last_line.empty() ? end.reason() : end.last_line.substr(7);
  throw Unavailable(name() + " does not start " + std::to_string(ranks) +
                    (ranks == 1 ? " rank: " : " ranks: ") + said);
}

fs::path program_of_ranks() {
  std::error_code none;
  return fs::read_symlink("/proc/self/exe", none).parent_path() / "tycho_ranks";
}

std::string build_mark() {
  const result::BuildInfo build = result::build_info();
  return result::Checksum()
      .add(build.version)
      .add(build.commit)
      .add(build.compiler)
      .add(build.flags)
      .text();
}

}  // namespace tycho::campaign
