#include "harness/ranks/program/hello.hpp"

#include <memory>
#include <string>

#include "core/error.hpp"
#include "harness/campaign/launcher.hpp"
#include "harness/ranks/mpi_ranks.hpp"

namespace tycho::ranks {

namespace {

struct Expected {
  int ranks = 0;
  std::string build;
};

void greet(const Expected& expected, Ranks& ranks) {
  // A launcher of another MPI starts processes that do not know of each other: each is one of one.
  if (ranks.size() != expected.ranks)
    throw Unavailable("this process is one of " + std::to_string(ranks.size()) + ", not of " +
                      std::to_string(expected.ranks) + ": the launcher gives no more, or is of " +
                      "another MPI than this build's, " + Mpi::version());
  if (campaign::build_mark() != expected.build)
    throw Unavailable("tycho_ranks is of another build than tycho: build both, or install both");
  ranks.require_same(campaign::build_mark(), "programs");
}

}  // namespace

void add_hello(CLI::App& app, Ranks& ranks) {
  const auto expected = std::make_shared<Expected>();
  CLI::App* hello = app.add_subcommand("hello", "Whether all ranks are there and of one build");
  hello->add_option("--ranks", expected->ranks)->required();
  hello->add_option("--build", expected->build)->required();
  hello->callback([expected, &ranks] { greet(*expected, ranks); });
}

}  // namespace tycho::ranks
