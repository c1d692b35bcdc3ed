// Whatever stands in a file of comma-separated particles, it is read as sound particles that can be
// written and read again, or refused with an error that helps.
#include "harness/snapshot/csv.hpp"

#include <cmath>

#include "core/error.hpp"
#include "harness/snapshot/same_id.hpp"
#include "tests/fuzz/input_file.hpp"

namespace {

using namespace tycho;

void require_sound(const Particles& p) {
  for (const auto field : {&Particles::mass, &Particles::x, &Particles::y, &Particles::z,
                           &Particles::vx, &Particles::vy, &Particles::vz}) {
    if ((p.*field).size() != p.id.size()) fuzz::broken("fields have different sizes");
    for (const double value : p.*field)
      if (!std::isfinite(value)) fuzz::broken("a number that is none was read");
  }
  for (const double mass : p.mass)
    if (!(mass > 0)) fuzz::broken("a mass that is not above 0 was read");
  if (p.id.empty()) fuzz::broken("no particles were read");
  if (snapshot::id_that_stands_twice(p.id)) fuzz::broken("an id was read twice");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFile input("particles.csv");
  const std::filesystem::path& path = input.write({data, size});
  try {
    const Particles read = snapshot::read_csv(path);
    require_sound(read);
    snapshot::write_csv(path, read);
    const Particles again = snapshot::read_csv(path);
    if (again.x != read.x || again.vz != read.vz || again.mass != read.mass ||
        again.id != read.id || again.species != read.species || again.softening != read.softening)
      fuzz::broken("what was written is read as something else");
  } catch (const UsageError& error) {
    fuzz::require_helpful(error.what(), path);
  }
  return 0;
}
