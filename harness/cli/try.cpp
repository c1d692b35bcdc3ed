#include <iostream>
#include <memory>

#include "core/error.hpp"
#include "harness/backends/list.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/library/trial_process.hpp"
#include "harness/library/try.hpp"
#include "harness/result/one_line.hpp"

namespace tycho::cli {

namespace {

constexpr const char* in_words(library::Verdict verdict) {
  return verdict == library::Verdict::kPasses  ? "ok     "
         : verdict == library::Verdict::kFails ? "FAILS  "
                                               : "skipped";
}

// In a process of its own: in children of one that has asked for devices CUDA does not work.
library::Trial device_here() {
  return library::in_own_process("device", [] {
    const std::string no_cuda = backends::unavailable(Backend::kCuda);
    if (!no_cuda.empty()) throw Unavailable(no_cuda);
    return std::string("there is one");
  });
}

int try_library(const std::string& file) {
  const library::Description description = library::describe(file);
  std::cout << description.name << " " << description.version << ": " << description.contract
            << '\n';
  int variants = 0, failing = 0, skipped = 0;
  for (const library::Given* given : library::give(file, description, backends::stream_clock)) {
    std::cout << given->variant.name << " (" << given->variant.label << ")\n";
    bool fails = false, skips = false;
    std::vector<library::Trial> trials;
    if (given->variant.place == TYCHO_CUDA) trials.push_back(device_here());
    if (trials.empty() || trials.front().verdict == library::Verdict::kPasses)
      trials = library::try_variant(*given, backends::implementations(Backend::kCpu));
    for (const library::Trial& trial : trials) {
      std::cout << "  " << in_words(trial.verdict) << " " << trial.test << ": "
                << result::one_line(trial.says) << std::endl;
      fails |= trial.verdict == library::Verdict::kFails;
      skips |= trial.verdict == library::Verdict::kSkipped;
    }
    ++variants;
    failing += fails;
    skipped += !fails && skips;
  }
  std::cout << variants - failing - skipped << " of " << variants
            << (variants == 1 ? " variant passes" : " variants pass") << ", " << failing << " fail"
            << (failing == 1 ? "s" : "") << ", " << skipped << " skipped" << std::endl;
  if (failing > 0) return kFailures;
  return skipped == variants ? kUnavailable : kOk;
}

}  // namespace

void add_try(CLI::App& app, int& exit_code) {
  const auto file = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "try", "Test a shared library of your own (docs/bring-your-own.md) before it is timed");
  command->add_option("LIBRARY", *file, "the library, e.g. ./libmine.so")->required();
  command->callback([file, &exit_code] { exit_code = try_library(*file); });
}

}  // namespace tycho::cli
