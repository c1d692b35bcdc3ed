// How many particles are not where the same code on one rank has them, to the bit: positions,
// velocities and masses, matched by id. cudagadget2013, Figure 8, counts 10,790 of 17.4 million
// displaced on several processes, "a subtle bug in the code for multi-GPU runs". The details hold
// the largest distance of such a particle.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

bool same_bits(const Particles& a, std::size_t i, const Particles& b, std::size_t j) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  const auto same = [&](const std::vector<double>& one, const std::vector<double>& other) {
    return bits(one[i]) == bits(other[j]);
  };
  return same(a.mass, b.mass) && same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z) &&
         same(a.vx, b.vx) && same(a.vy, b.vy) && same(a.vz, b.vz);
}

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (!observed.on_one_rank) return lacking("ranks");
  const Particles one = observed.on_one_rank();
  const Particles& many = *observed.final;
  if (distances(many, one).empty()) return lacking("matching_ids");
  std::map<std::uint64_t, std::size_t> place;
  for (std::size_t i = 0; i < one.size(); ++i) place.emplace(one.id[i], i);
  double differ = 0, farthest = 0;
  for (std::size_t i = 0; i < many.size(); ++i) {
    const std::size_t j = place.at(many.id[i]);
    if (same_bits(many, i, one, j)) continue;
    ++differ;
    farthest = std::max(farthest, length(many.position(i) - one.position(j)));
  }
  return {differ,
          {{"farthest", farthest}, {"steps", static_cast<double>(observed.verified_steps)}}};
}

}  // namespace

const Kind& rank_invariance() {
  static const Kind kind{
      "rank_invariance",
      "number of particles whose bits differ from those of the same code on one rank",
      {},
      Needs::kNothing,
      measure};
  return kind;
}

}  // namespace tycho::checks
