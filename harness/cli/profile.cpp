#include "harness/cli/profile.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <span>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "harness/campaign/profiler.hpp"
#include "harness/campaign/shell_line.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/jobs.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/parse_json.hpp"
#include "harness/result/plain_name.hpp"
#include "harness/result/run_record.hpp"
#include "harness/strict/nearest.hpp"

namespace tycho::cli {

namespace {

namespace fs = std::filesystem;

const cases::RunSpec& only_run(const std::vector<cases::RunSpec>& runs) {
  if (runs.size() != 1) {
    const std::size_t few = std::min<std::size_t>(runs.size(), 3);
    const std::string some = joined(std::span(runs).first(few), &cases::RunSpec::id);
    throw UsageError("--profile takes one run, and this asks for " + std::to_string(runs.size()) +
                     "; name one with --only: " + some + (runs.size() > 3 ? ", ..." : ""));
  }
  if (runs.front().settings.backend() != Backend::kCuda)
    throw UsageError("--profile is for runs on the GPU, and " + runs.front().id +
                     " is none; for the CPU use perf");
  return runs.front();
}

std::vector<std::string> stages_of(const cases::RunSpec& run,
                                   const std::vector<std::string>& wanted) {
  std::vector<std::string_view> known;
  for (const Stage& stage : run.settings.contract().stages) known.push_back(stage.id);
  for (const std::string& stage : wanted)
    if (std::find(known.begin(), known.end(), stage) == known.end())
      throw UsageError("--stage: " + std::string(run.settings.contract().name) + " has no stage '" +
                       stage + "'" + strict::did_you_mean(stage, known));
  if (!wanted.empty()) return wanted;
  return {known.begin(), known.end()};
}

std::vector<std::string> child_command(const cases::RunSpec& run, const fs::path& record) {
  std::vector<std::string> command = child_words(run, record);
  // Under a profiler /proc/self/exe would be the profiler.
  command.insert(command.begin(), fs::read_symlink("/proc/self/exe").string());
  return command;
}

// From what the run left: it may have found that this machine cannot run it.
int outcome(const fs::path& record, int tool_code, const std::string& tool) {
  if (tool_code != 0)
    throw std::runtime_error(tool + " ended with exit code " + std::to_string(tool_code) +
                             "; what it said stands above");
  result::RunRecord run;
  try {
    run = result::read_run(result::parse_json(result::read_text(record)), record.string());
  } catch (const std::exception& error) {
    throw std::runtime_error(tool + " ended well, but the run left no record: " + error.what());
  }
  if (run.status == result::Status::kSkipped)
    throw Unavailable("the run was skipped: " + run.reason);
  return kOk;
}

}  // namespace

int profile(const std::vector<cases::RunSpec>& runs, const ProfileArguments& arguments,
            const fs::path& folder, bool dry_run) {
  const cases::RunSpec& run = only_run(runs);
  if (run.ranks > 0)
    throw UsageError("--profile: " + run.id + " is on ranks; a profiler is for one process");
  campaign::ProfileRequest request;
  request.stages = stages_of(run, arguments.stages);
  request.all_stages = arguments.stages.empty();
  if (arguments.tool == campaign::kNsightSystems && request.stages.size() > 1 &&
      !request.all_stages)
    throw UsageError("--stage: Nsight Systems starts with one stage's range; name one, or none");

  const char* path = std::getenv("PATH");
  std::optional<fs::path> found;
  for (const std::string_view tool : {campaign::kNsightCompute, campaign::kNsightSystems}) {
    if (!arguments.tool.empty() && arguments.tool != tool) continue;
    if (request.tool.empty()) request.tool = tool;  // what to print where neither is here
    found = campaign::find_program(tool, path ? path : "");
    if (found) {
      request.tool = tool;
      break;
    }
  }
  request.program = found.value_or(request.tool);
  request.report = folder / result::as_file_name(run.id);
  const fs::path record = folder / "run.json";
  request.child = child_command(run, record);
  const std::vector<std::string> command = campaign::profiler_command(request);
  if (dry_run) {
    std::cout << campaign::shell_line(command) << std::endl;
    return kOk;
  }
  if (!found) {
    std::cout << campaign::shell_line(command) << std::endl;
    throw Unavailable(
        (arguments.tool.empty() ? "neither ncu nor nsys is" : arguments.tool + " is not") +
        std::string(" on PATH; the command above is what to run where it is"));
  }
  result::make_writable_folder(folder);
  std::error_code ignored;
  fs::remove(record, ignored);
  std::cerr << "tycho: " << campaign::shell_line(command) << std::endl;
  return outcome(record, campaign::run_in_foreground(command), request.tool);
}

}  // namespace tycho::cli
