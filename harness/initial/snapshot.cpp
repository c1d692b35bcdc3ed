// The particles of a snapshot in Gadget's HDF5 layout (harness/snapshot). It must be of the run's
// own universe, box and a_begin: a run begins where its settings say, not where the file does.
#include "harness/snapshot/snapshot.hpp"

#include <cmath>
#include <sstream>

#include "core/error.hpp"
#include "harness/analysis/universe.hpp"
#include "harness/initial/kinds.hpp"

namespace tycho::initial {

namespace {

std::string read(const strict::JsonView& spec) { return spec.at("file").text(); }

void require_same(const std::string& file, std::string_view setting, double held, double wanted) {
  // What people write down of a number has nine digits at least.
  if (std::abs(held - wanted) <= 1e-9 * std::abs(wanted)) return;
  std::ostringstream out;
  out.precision(17);
  out << file << ": the snapshot was made with " << setting << " = " << held << ", the run has "
      << wanted << "; set it to the snapshot's";
  throw UsageError(out.str());
}

Particles make(const strict::JsonView& spec, std::int64_t n, const Settings& settings) {
  const std::string file = read(spec);
  const auto [run, box, begin] = analysis::require_universe(settings, "initial: 'snapshot'");
  snapshot::Snapshot snapshot = snapshot::read_snapshot(file);
  require_same(file, settings.contract().traits.expanding->begin, snapshot.header.scale_factor,
               begin);
  require_same(file, "box", snapshot.header.box, box);
  require_same(file, "omega_m", snapshot.header.omega_m, run.omega_m);
  require_same(file, "omega_lambda", snapshot.header.omega_lambda, run.omega_lambda);
  require_same(file, "hubble", snapshot.header.h, run.hubble);
  if (const std::size_t held = snapshot.particles.size(); held != static_cast<std::size_t>(n))
    throw UsageError(file + ": the snapshot holds " + std::to_string(held) +
                     " particles; set the size's n to that");
  return std::move(snapshot.particles);
}

}  // namespace

const Kind& snapshot() {
  static constexpr Key kKeys[] = {{"file", "path of the snapshot"}};
  static const Kind kind{"snapshot",
                         "dark matter of a snapshot in Gadget's HDF5 layout, of the run's own box, "
                         "universe and `a_begin`",
                         kKeys,
                         0,
                         [](const strict::JsonView& spec) { read(spec); },
                         nullptr,
                         make};
  return kind;
}

}  // namespace tycho::initial
