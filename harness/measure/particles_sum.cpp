#include "harness/measure/particles_sum.hpp"

#include "core/array_sum.hpp"
#include "harness/result/checksum.hpp"

namespace tycho::measure {

std::string particles_sum(const Particles& p) {
  std::vector<std::uint64_t> sums;
  for (const auto* values :
       {&p.mass, &p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.ax, &p.ay, &p.az, &p.softening})
    sums.push_back(array_sum(std::span<const double>(*values)));
  sums.push_back(array_sum(std::span<const std::uint64_t>(p.id)));
  sums.push_back(array_sum(std::span<const std::uint8_t>(p.species)));
  return result::Checksum().add(std::span<const std::uint64_t>(sums)).text();
}

}  // namespace tycho::measure
