#include "harness/compare/compare.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <sstream>

#include "core/error.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/compare/output.hpp"
#include "harness/compare/waivers.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/utc_time.hpp"

namespace tycho::cli {

namespace {

namespace fs = std::filesystem;
using compare::Comparison;
using compare::Verdict;

struct CompareArguments {
  std::string base, fresh, waivers, json, markdown, junit;
  std::string minimum_change = "3%", minimum_share = "0.5%", alpha = "1%";
  std::vector<std::string> base_again, again, only;
  bool require_all = false, all = false;
};

// "3%", or "3": a percentage in [0, most]. Without its sign a small number may mean a part or a
// percentage: 0.03 may be 3% or 0.03%.
double part_of(const std::string& option, const std::string& text, double most) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool signless = *end == '\0';
  const bool read = end != text.c_str() && (signless || (*end == '%' && end[1] == '\0'));
  if (!read || !(value >= 0 && value <= most))
    throw UsageError(option + ": '" + text + "' is no percentage from 0 to " +
                     std::to_string(static_cast<int>(most)) + ", such as 3%");
  if (signless && value > 0 && value <= 1) {
    std::ostringstream as_part;
    as_part << 100 * value;
    throw UsageError(option + ": '" + text + "' may mean " + as_part.str() + "% or " + text +
                     "%: write the one that is meant, with its %");
  }
  return value / 100;
}

// By default waivers.json in BASE's folder.
std::string waiver_file(const CompareArguments& arguments) {
  if (!arguments.waivers.empty()) return arguments.waivers;
  const fs::path beside = fs::path(arguments.base) / "waivers.json";
  return fs::is_directory(arguments.base) && fs::exists(beside) ? beside.string() : "";
}

int exit_code_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kNumericallyDifferent:
      return kNumericallyDifferent;
    case Verdict::kMissing:
      return kMissing;
    case Verdict::kSlower:
      return kSlower;
    case Verdict::kAmbiguous:
      return kAmbiguous;
    case Verdict::kFaster:
      return kFaster;
    case Verdict::kSame:
      break;
  }
  return kOk;
}

void say(const std::string& text) {
  errno = 0;
  std::cout << text << std::flush;
  if (!std::cout)
    throw result::WriteError("standard output", errno ? std::strerror(errno) : "it is closed");
}

// To a file, or to standard output for "-", which it then has to itself.
bool put(const std::string& where, const std::string& text) {
  if (where.empty()) return false;
  if (where == "-") {
    say(text);
    return true;
  }
  result::write_durably(where, text);
  return false;
}

int run_comparison(const CompareArguments& arguments) {
  compare::Options options;
  options.alpha = part_of("--alpha", arguments.alpha, 50);
  options.minimum_change = part_of("--minimum-change", arguments.minimum_change, 100);
  options.minimum_share = part_of("--minimum-share", arguments.minimum_share, 100);
  options.require_all = arguments.require_all;
  options.only = arguments.only;
  if ((arguments.json == "-") + (arguments.markdown == "-") + (arguments.junit == "-") > 1)
    throw UsageError("only one of --json, --markdown and --junit can go to standard output");
  const std::string waivers = waiver_file(arguments);
  std::vector<compare::Waiver> excused;
  if (!waivers.empty()) excused = compare::read_waivers(waivers);

  const compare::Side base = compare::load_side(
      arguments.base, {arguments.base_again.begin(), arguments.base_again.end()});
  const compare::Side fresh =
      compare::load_side(arguments.fresh, {arguments.again.begin(), arguments.again.end()});
  Comparison comparison = compare::compare(base, fresh, options);
  compare::apply(excused, result::utc_now().substr(0, 10), comparison);

  bool said = put(
      arguments.json,
      compare::to_json(comparison).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) +
          "\n");
  said |= put(arguments.markdown, compare::to_markdown(comparison, arguments.all));
  said |= put(arguments.junit, compare::to_junit(comparison));
  if (!said) say(compare::to_text(comparison, arguments.all));
  return exit_code_of(comparison.verdict);
}

}  // namespace

void add_compare(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<CompareArguments>();
  CLI::App* command = app.add_subcommand(
      "compare", "Compare two results: numerics first, then every stage; the exit code tells");
  command
      ->add_option("BASE", arguments->base,
                   "a result file (of tycho, Google Benchmark or nvbench), or a campaign's or "
                   "baseline's folder")
      ->required();
  command->add_option("NEW", arguments->fresh, "what to compare with it; may be a part of BASE")
      ->required();
  command
      ->add_option("--base-again", arguments->base_again,
                   "BASE measured again, in other processes: how far such measurements lie apart")
      ->allow_extra_args(false);
  command->add_option("--again", arguments->again, "NEW measured again")->allow_extra_args(false);
  command
      ->add_option("--only", arguments->only,
                   "only runs, or <run>/<stage>, that match a pattern such as '*/fig3.1/*'")
      ->allow_extra_args(false);
  command
      ->add_option("--minimum-change", arguments->minimum_change,
                   "a stage's change is relevant from this part of its time on, such as 3%")
      ->capture_default_str();
  command
      ->add_option("--minimum-share", arguments->minimum_share,
                   "...and from this part of its step's time on")
      ->capture_default_str();
  command
      ->add_option("--alpha", arguments->alpha,
                   "chance of any false alarm in the whole comparison that the tests allow")
      ->capture_default_str();
  command->add_flag("--require-all", arguments->require_all,
                    "runs of BASE that NEW was not asked for, or skipped, are missing");
  command->add_option("--waivers", arguments->waivers,
                      "file of known changes (default: waivers.json in BASE's folder)");
  command->add_option("--json", arguments->json, "write everything as JSON; - for standard output");
  command->add_option("--markdown", arguments->markdown, "write the table as Markdown; - likewise");
  command->add_option("--junit", arguments->junit, "write a JUnit file; - likewise");
  command->add_flag("--all", arguments->all, "show rows that are the same, too");
  command->footer(
      "Exit codes: 0 same, 10 faster, 11 slower, 12 numerically different, 13 ambiguous, 14 "
      "missing runs.");
  command->callback([arguments, &exit_code] { exit_code = run_comparison(*arguments); });
}

}  // namespace tycho::cli
