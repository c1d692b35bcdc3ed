// tycho_ranks: one run of a campaign on each of several ranks. Started by `tycho run`, through
// mpirun, srun or another launcher; people start `tycho`.
#include <CLI/CLI.hpp>

#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/ranks/mpi_ranks.hpp"
#include "harness/ranks/program/end_all.hpp"
#include "harness/ranks/program/hello.hpp"
#include "harness/ranks/program/places.hpp"
#include "harness/ranks/program/probe_command.hpp"

int main(int argc, char** argv) {
  using namespace tycho;
  ranks::begin_rank();
  ranks::Mpi mpi(argc, argv);
  int exit_code = cli::kOk;
  const result::ProcessesRecord places = ranks::places_of(mpi);
  CLI::App app{"One run of a campaign on several ranks; started by tycho run", "tycho_ranks"};
  app.require_subcommand(1);
  ranks::add_hello(app, mpi.all());
  ranks::add_probe(app, mpi);
  cli::add_child(app, exit_code, mpi.all(), &places);
  return ranks::parse_or_end_all(app, exit_code, argc, argv, mpi.all());
}
