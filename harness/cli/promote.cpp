#include <iostream>
#include <memory>

#include "core/error.hpp"
#include "harness/cli/commands.hpp"
#include "harness/compare/baseline.hpp"
#include "harness/result/utc_time.hpp"

namespace tycho::cli {

void add_promote(CLI::App& app, int&) {
  struct Arguments {
    std::vector<std::string> measured;
    std::string baseline, reason;
    bool replace = false;
  };
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("promote", "Make results the baseline that others are compared with");
  command
      ->add_option("RESULT", arguments->measured,
                   "a campaign's folder or a result file, then the same measured again")
      ->required();
  command->add_option("--as", arguments->baseline, "the baseline's folder")->required();
  command->add_option("--reason", arguments->reason, "why, for its history")->required();
  command->add_flag("--replace", arguments->replace,
                    "even if the old baseline holds runs that the new one has not");
  command->callback([arguments] {
    if (arguments->reason.find_first_not_of(" \t") == std::string::npos)
      throw UsageError("--reason: say why");
    compare::Promotion promotion;
    promotion.measured.assign(arguments->measured.begin(), arguments->measured.end());
    promotion.baseline = arguments->baseline;
    promotion.reason = arguments->reason;
    promotion.date = result::utc_now().substr(0, 10);
    promotion.replace = arguments->replace;
    std::cout << compare::promote(promotion) << std::endl;
  });
}

}  // namespace tycho::cli
