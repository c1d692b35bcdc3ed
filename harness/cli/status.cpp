// Where campaigns stand, for whoever did not start them, or lost sight of them.
#include <algorithm>
#include <iostream>
#include <memory>

#include "harness/campaign/standing.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/result/one_line.hpp"

namespace tycho::cli {

namespace {

using campaign::Standing;

/// Runs that are named with what is wrong; the results have all.
constexpr std::size_t kMostNamed = 10;

bool failed(const Standing& of) { return of.outcome.failed > 0 || of.outcome.checks_failed > 0; }

std::string state_of(const Standing& of) {
  if (of.at_work) return "running";
  return of.left > 0 ? "stopped" : "complete";
}

nlohmann::json to_json(const std::string& folder, const Standing& of) {
  nlohmann::json wrong = nlohmann::json::array();
  for (const auto& [run, why] : of.wrong) wrong.push_back({{"run", run}, {"why", why}});
  return {{"folder", folder},
          {"state", state_of(of)},
          {"began", of.began},
          {"last_began", of.last_began},
          {"asked", of.asked},
          {"left", of.left},
          {"ok", of.outcome.ok},
          {"failed", of.outcome.failed},
          {"skipped", of.outcome.skipped},
          {"checks", of.outcome.checks},
          {"checks_failed", of.outcome.checks_failed},
          {"checks_not_judged", of.outcome.checks_not_judged},
          {"wrong", std::move(wrong)},
          {"go_on", of.go_on}};
}

void show(const std::string& folder, const Standing& of) {
  std::ostream& out = std::cout;
  out << result::one_line(folder) << ": " << state_of(of) << ", " << of.left << " of " << of.asked
      << " left; " << campaign::in_words(of.outcome) << '\n';
  out << "  began " << of.began;
  if (!of.last_began.empty()) out << ", the latest finished run " << of.last_began;
  out << '\n';
  for (std::size_t k = 0; k < std::min(of.wrong.size(), kMostNamed); ++k)
    out << "  " << result::one_line(of.wrong[k].first + ": " + of.wrong[k].second) << '\n';
  if (of.wrong.size() > kMostNamed) out << "  and " << of.wrong.size() - kMostNamed << " more\n";
  if (!of.at_work && of.left > 0 && !of.go_on.empty())
    out << "  resume with: " << result::one_line(of.go_on) << '\n';
}

}  // namespace

void add_status(CLI::App& app, int& exit_code) {
  struct Arguments {
    std::vector<std::string> folders;
    bool json = false;
  };
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "status", "Say where campaigns stand, also while they run: finished, failed, left");
  command->add_option("DIR", arguments->folders, "folders that `tycho run --out` wrote")
      ->required();
  command->add_flag("--json", arguments->json, "as JSON, for programs");
  command->footer(
      "Exit codes: 0 all complete and well, 1 a run failed or a check did not hold, 130 runs are "
      "left.");
  command->callback([arguments, &exit_code] {
    nlohmann::json all = nlohmann::json::array();
    bool any_failed = false, any_left = false;
    for (const std::string& folder : arguments->folders) {
      const Standing standing = campaign::standing_of(folder);
      any_failed |= failed(standing);
      any_left |= standing.at_work || standing.left > 0;
      if (arguments->json)
        all.push_back(to_json(folder, standing));
      else
        show(folder, standing);
    }
    if (arguments->json)
      std::cout << nlohmann::json{{"schema", "tycho-status/1"}, {"campaigns", std::move(all)}}.dump(
                       1, ' ', false, nlohmann::json::error_handler_t::replace)
                << '\n';
    if (any_failed)
      exit_code = kFailures;
    else if (any_left)
      exit_code = kInterrupted;
  });
}

}  // namespace tycho::cli
