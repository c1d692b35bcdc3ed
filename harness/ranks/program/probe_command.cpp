#include "harness/ranks/program/probe_command.hpp"

#include <memory>
#include <string>

#include "harness/probe/probe.hpp"
#include "harness/ranks/probe.hpp"
#include "harness/result/durable_file.hpp"

namespace tycho::ranks {

namespace {

struct Asked {
  std::string record;
  bool small = false;
};

void measure(const Asked& asked, Mpi& mpi) {
  ProbeOptions options;
  options.small = asked.small;
  nlohmann::json ceilings = nlohmann::json::array();
  for (const Probed& probed : probe_transport(mpi, options))
    ceilings.push_back(probe::ceiling_record(probed, "cpu"));
  if (mpi.all().rank() == 0) result::write_durably(asked.record, ceilings.dump());
}

}  // namespace

void add_probe(CLI::App& app, Mpi& mpi) {
  const auto asked = std::make_shared<Asked>();
  CLI::App* probe = app.add_subcommand("probe", "What carries data between ranks can do at most");
  probe->add_option("--record", asked->record)->required();
  probe->add_flag("--small", asked->small);
  probe->callback([asked, &mpi] { measure(*asked, mpi); });
}

}  // namespace tycho::ranks
