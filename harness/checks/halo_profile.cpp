// How the profile of the heaviest halo differs from that of the same halo in the reference
// (cudagadget2013, Figures 3 and 4): the difference of the numbers of particles in its shells over
// their Poisson error, in the root mean square. Orbits in a halo are chaotic, so that two runs of
// one halo are two samples of it: sqrt(2) is expected where nothing is wrong, 0 where both agree to
// the bit. Details: of the radial velocities the same, over the circular velocity at the halo's
// edge; how far the centres are apart over the radius; the relative difference of the masses.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/formulas/cosmology.hpp"
#include "harness/analysis/nearest_image.hpp"
#include "harness/checks/diagnostics.hpp"
#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (!observed.structure || !observed.reference_structure) return lacking("structure");
  const analysis::Profile &mine = observed.structure->profile,
                          &other = observed.reference_structure->profile;
  const analysis::Halo &halo = observed.structure->heaviest,
                       &expected = observed.reference_structure->heaviest;
  if (mine.shell.empty() && other.shell.empty()) return not_reached("haloes");
  if (mine.shell.empty() || other.shell.empty()) return lacking("haloes");

  std::map<int, std::size_t> place;
  for (std::size_t s = 0; s < mine.shell.size(); ++s) place[mine.shell[s]] = s;
  double squares = 0, velocities = 0;
  for (std::size_t s = 0; s < other.shell.size(); ++s) {
    const auto found = place.find(other.shell[s]);
    // A shell that the run lacks is an empty one.
    const double count = found == place.end() ? 0 : mine.count[found->second];
    const double velocity = found == place.end() ? 0 : mine.velocity[found->second];
    squares += (count - other.count[s]) * (count - other.count[s]) / std::max(other.count[s], 1.0);
    velocities += (velocity - other.velocity[s]) * (velocity - other.velocity[s]);
  }
  const auto shells = static_cast<double>(other.shell.size());
  const double circular = std::sqrt(kGravity * expected.mass / expected.radius);
  const double box = observed.settings->number("box");
  return {std::sqrt(squares / shells),
          {{"shells", shells},
           {"velocity", std::sqrt(velocities / shells) / circular},
           {"centre",
            length(analysis::nearest_image(halo.centre - expected.centre, box)) / expected.radius},
           {"mass", std::abs(halo.mass / expected.mass - 1)},
           {"particles", static_cast<double>(halo.particles)}}};
}

}  // namespace

const Kind& halo_profile() {
  static const Kind kind{
      "halo_profile",
      "root mean square, over shells, of the difference of the heaviest halo's particles from the "
      "same halo's in the reference, over the Poisson error; details: radial velocity (over the "
      "circular one), centre (over the radius), mass",
      {},
      Needs::kComparison,
      measure,
      Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
