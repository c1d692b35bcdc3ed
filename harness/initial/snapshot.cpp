// The particles of a snapshot (harness/snapshot), of the user's or of a run before. One of a
// universe must be of the run's own universe, box and a_begin: a run begins where its settings say,
// not where the file does. Numbers of space at rest are taken as they stand.
#include <cmath>
#include <sstream>

#include "core/error.hpp"
#include "harness/analysis/universe.hpp"
#include "harness/initial/kinds.hpp"
#include "harness/snapshot/any.hpp"

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

void require_same_universe(const std::string& file, const snapshot::SnapshotHeader& header,
                           const Settings& settings) {
  const auto [run, box, begin] = analysis::require_universe(settings, "initial: 'snapshot'");
  if (!header.expanding)
    throw UsageError(file + ": the snapshot is of space at rest, and " +
                     std::string(settings.contract().name) +
                     " takes one of a universe: Omega0 above 0 in an HDF5 file's Header");
  require_same(file, settings.contract().traits.expanding->begin, header.scale_factor, begin);
  require_same(file, "box", header.box, box);
  require_same(file, "omega_m", header.omega_m, run.omega_m);
  require_same(file, "omega_lambda", header.omega_lambda, run.omega_lambda);
  require_same(file, "hubble", header.h, run.hubble);
}

/// A run at rest: its particles lie in its box, where it has one.
void require_at_rest(const std::string& file, const snapshot::Snapshot& snapshot,
                     const Settings& settings) {
  const Contract& contract = settings.contract();
  if (snapshot.header.expanding)
    throw UsageError(
        file + ": the snapshot is of an expanding universe, and in " + std::string(contract.name) +
        " space is at rest: write its particles with Omega0 and OmegaLambda 0, in units "
        "in which the constant of gravity is 1");
  if (!contract.traits.periodic_box) return;
  const Vec3<double> box = contract.traits.periodic_box(settings);
  const Particles& p = snapshot.particles;
  const std::pair<const std::vector<double>*, double> axes[] = {
      {&p.x, box.x}, {&p.y, box.y}, {&p.z, box.z}};
  for (const auto& [places, side] : axes)
    for (std::size_t i = 0; i < places->size() && side > 0; ++i)
      if (!((*places)[i] >= 0 && (*places)[i] < side)) {
        std::ostringstream out;
        out << file << ": the particle of id " << p.id[i] << " is at " << (*places)[i]
            << ", outside the run's box [0, " << side << ")";
        throw UsageError(out.str());
      }
}

Particles make(const strict::JsonView& spec, std::int64_t n, const Settings& settings) {
  const std::string file = read(spec);
  snapshot::Snapshot snapshot = snapshot::read_any(file);
  if (settings.contract().traits.expanding)
    require_same_universe(file, snapshot.header, settings);
  else
    require_at_rest(file, snapshot, settings);
  if (const std::size_t held = snapshot.particles.size(); held != static_cast<std::size_t>(n))
    throw UsageError(file + ": the snapshot holds " + std::to_string(held) +
                     " particles; set the size's n to that");
  return std::move(snapshot.particles);
}

}  // namespace

const Kind& snapshot() {
  static constexpr Key kKeys[] = {
      {"file",
       "path of the snapshot, looked for beside the case and then from the current folder; `.csv`: "
       "comma-separated values"}};
  static const Kind kind{"snapshot",
                         "the particles of a snapshot: of a universe in Gadget's HDF5 layout, of "
                         "the run's own box, universe and `a_begin`; of space at rest in that "
                         "layout or as CSV, numbers as they stand; of a plasma by openPMD",
                         kKeys,
                         0,
                         [](const strict::JsonView& spec) { read(spec); },
                         nullptr,
                         make};
  return kind;
}

}  // namespace tycho::initial
