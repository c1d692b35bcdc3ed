// tycho: measures first, argues afterwards.
#include <cerrno>
#include <cstring>
#include <iostream>
#include <new>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/inherited.hpp"
#include "harness/cli/man_page.hpp"
#include "harness/cli/usage_error.hpp"
#include "harness/result/build_info.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/one_line.hpp"

namespace {

using namespace tycho;
using namespace tycho::cli;

int parse_and_run(CLI::App& app, int& exit_code, int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  const auto fail = [&](int code, const std::string& why) {
    std::cerr << "tycho: " << result::one_line(with_brief_words(why, words)) << std::endl;
    return code;
  };
  try {
    app.parse(argc, argv);
    // What was said must have arrived: a full device takes a line only when it is written.
    errno = 0;
    if (!std::cout.flush())
      throw result::WriteError("standard output", errno ? std::strerror(errno) : "a full device?");
    return exit_code;
  } catch (const CLI::Success& asked_for_help) {
    app.exit(asked_for_help);
    if (std::cout.flush()) return kOk;
    return fail(kCannotWrite, "cannot write standard output");
  } catch (const CLI::ParseError& error) {
    return fail(kUsage, usage_error(app, error, words));
  } catch (const UsageError& error) {
    return fail(kUsage, error.what());
  } catch (const Unavailable& error) {
    return fail(kUnavailable, error.what());
  } catch (const result::WriteError& error) {
    return fail(kCannotWrite, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(is_bad_path(error) ? kUsage : kCannotWrite, in_words(error));
  } catch (const std::bad_alloc&) {
    return fail(kFailures, "out of memory");
  } catch (const nlohmann::json::exception& error) {
    return fail(kUsage, std::string("a file that was read does not hold what it should (") +
                            error.what() + "); tycho verify says where");
  } catch (const std::exception& error) {
    return fail(kFailures, error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  make_inherited_safe();
  const std::vector<std::string> words(argv, argv + argc);
  const result::BuildInfo build = result::build_info();
  int exit_code = kOk;
  CLI::App app{"Benchmark and validation harness for particle simulation on GPUs", "tycho"};
  app.set_version_flag("--version", "tycho " + build.version + " (" + build.commit + ")");
  app.add_flag_callback(
      "--man", [&] { throw CLI::CallForVersion(man_page(app, build.version), 0); },
      "Print the manual page: tycho --man | man -l -");
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 all is well, 1 a run or a check failed, 2 bad usage, 3 not available on this "
      "machine, 4 cannot write, 130 interrupted (of status: runs are left); of compare: 0 same, 10 "
      "faster, 11 slower, 12 numerically different, 13 ambiguous, 14 missing runs.");
  add_list(app, exit_code);
  add_run(app, exit_code, words);
  add_status(app, exit_code);
  add_try(app, exit_code);
  add_report(app, exit_code);
  add_compare(app, exit_code);
  add_export(app, exit_code);
  add_promote(app, exit_code);
  add_record(app, exit_code);
  add_verify(app, exit_code);
  add_probe(app, exit_code);
  add_tune(app, exit_code, words);
  add_child(app, exit_code);
  refuse_empty_values(app);
  return parse_and_run(app, exit_code, argc, argv);
}
