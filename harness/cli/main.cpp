// tycho: measures first, argues afterwards.
#include <iostream>
#include <new>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/inherited.hpp"
#include "harness/result/build_info.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/one_line.hpp"

namespace {

int fail(int code, const std::string& why) {
  std::cerr << "tycho: " << tycho::result::one_line(why) << std::endl;
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace tycho;
  using namespace tycho::cli;
  make_inherited_safe();
  const result::BuildInfo build = result::build_info();
  int exit_code = kOk;
  CLI::App app{"Benchmark and validation harness for particle simulation on GPUs", "tycho"};
  app.set_version_flag("--version", "tycho " + build.version + " (" + build.commit + ")");
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 all is well, 1 a run or a check failed, 2 bad usage, 3 not available on this "
      "machine, 4 cannot write, 130 interrupted; of compare: 0 same, 10 faster, 11 slower, 12 "
      "numerically different, 13 ambiguous, 14 missing runs.");
  add_list(app, exit_code);
  add_run(app, exit_code, {argv, argv + argc});
  add_report(app, exit_code);
  add_compare(app, exit_code);
  add_promote(app, exit_code);
  add_verify(app, exit_code);
  add_probe(app, exit_code);
  add_tune(app, exit_code, {argv, argv + argc});
  add_child(app, exit_code);
  try {
    app.parse(argc, argv);
    return exit_code;
  } catch (const CLI::Success& asked_for_help) {
    return app.exit(asked_for_help);
  } catch (const CLI::ParseError& error) {
    return fail(kUsage, std::string(error.what()) + "; see tycho --help");
  } catch (const UsageError& error) {
    return fail(kUsage, error.what());
  } catch (const Unavailable& error) {
    return fail(kUnavailable, error.what());
  } catch (const result::WriteError& error) {
    return fail(kCannotWrite, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(kCannotWrite, error.what());
  } catch (const std::bad_alloc&) {
    return fail(kFailures, "out of memory");
  } catch (const nlohmann::json::exception& error) {
    return fail(kUsage, std::string("a file that was read does not hold what it should (") +
                            error.what() + "); tycho verify says where");
  } catch (const std::exception& error) {
    return fail(kFailures, error.what());
  }
}
