#include "harness/ranks/program/end_all.hpp"

#include <sys/prctl.h>

#include <csignal>
#include <filesystem>
#include <iostream>
#include <new>
#include <string>

#include "core/error.hpp"
#include "harness/campaign/child_process.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/inherited.hpp"
#include "harness/ranks/mpi_ranks.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/one_line.hpp"

namespace tycho::ranks {

namespace {

[[noreturn]] void end_all(int code, const std::string& why) {
  std::cerr << std::string(campaign::kReasonTag) + result::one_line(why) + '\n' << std::flush;
  Mpi::abort(code);
}

}  // namespace

void begin_rank() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  cli::make_inherited_safe();
}

int parse_or_end_all(CLI::App& app, int& exit_code, int argc, char** argv, const Ranks& ranks) {
  const std::string here =
      "rank " + std::to_string(ranks.rank()) + " of " + std::to_string(ranks.size()) + ": ";
  try {
    app.parse(argc, argv);
    if (exit_code != cli::kOk) Mpi::abort(exit_code);
    return exit_code;
  } catch (const CLI::Success& asked_for_help) {
    return ranks.rank() == 0 ? app.exit(asked_for_help) : cli::kOk;
  } catch (const CLI::ParseError& error) {
    end_all(cli::kUsage, error.what());
  } catch (const UsageError& error) {
    end_all(cli::kUsage, error.what());
  } catch (const Unavailable& error) {
    end_all(cli::kUnavailable, error.what());
  } catch (const result::WriteError& error) {
    end_all(cli::kCannotWrite, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    end_all(cli::kCannotWrite, error.what());
  } catch (const std::bad_alloc&) {
    end_all(cli::kFailures, here + "out of memory");
  } catch (const std::exception& error) {
    end_all(cli::kFailures, here + error.what());
  }
}

}  // namespace tycho::ranks
