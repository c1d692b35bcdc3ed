#include "harness/measure/kept_reference.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "core/error.hpp"
#include "core/ranks/ranks.hpp"
#include "harness/case/reference.hpp"
#include "harness/measure/checkpoint.hpp"
#include "harness/measure/particles_sum.hpp"
#include "harness/measure/reference_run.hpp"
#include "harness/measure/timing.hpp"
#include "harness/result/durable_file.hpp"

namespace tycho::measure {

namespace {

// A reference that is made in less time is not worth a file, nor is one of more particles, which is
// a gigabyte to write and to read.
constexpr std::chrono::duration<double> kLong{2};
constexpr std::size_t kMostParticles = 10'000'000;

using Array = std::vector<double> Particles::*;
constexpr std::array<Array, 10> kArrays{
    &Particles::mass, &Particles::x,  &Particles::y,  &Particles::z,  &Particles::vx,
    &Particles::vy,   &Particles::vz, &Particles::ax, &Particles::ay, &Particles::az};

/// The arrays one after the other, and the bits of the ids.
std::vector<double> packed(const Particles& particles) {
  std::vector<double> state;
  state.reserve((kArrays.size() + 1) * particles.size());
  for (const Array array : kArrays)
    state.insert(state.end(), (particles.*array).begin(), (particles.*array).end());
  for (const std::uint64_t id : particles.id) state.push_back(std::bit_cast<double>(id));
  return state;
}

Particles unpacked(const std::vector<double>& state) {
  const std::size_t n = state.size() / (kArrays.size() + 1);
  Particles particles(n);
  const double* from = state.data();
  for (const Array array : kArrays) {
    std::copy(from, from + n, (particles.*array).begin());
    from += n;
  }
  std::transform(from, from + n, particles.id.begin(),
                 [](double bits) { return std::bit_cast<std::uint64_t>(bits); });
  return particles;
}

nlohmann::json key_of(const cases::RunSpec& run, const Particles& initial, std::int64_t steps) {
  const Settings settings = cases::settings_of_reference(run);
  return {{"algorithm", run.origin->algorithm},
          {"cuda", settings.backend() == Backend::kCuda},
          {"threads", settings.threads()},
          {"numbers", settings.numbers()},
          {"choices", settings.choices()},
          {"particles", particles_sum(initial)},
          {"steps", steps}};
}

std::optional<Particles> find(const std::string& file, const nlohmann::json& key) {
  try {
    if (const auto kept = load_checkpoint(file, key)) return unpacked(kept->state);
  } catch (const UsageError&) {
    // Of another reference, or damaged.
  }
  return std::nullopt;
}

void keep(const std::string& file, const nlohmann::json& key, const Particles& particles) {
  try {
    save_checkpoint(file, key, packed(particles));
  } catch (const result::WriteError&) {
    // Without room the next run makes its own.
  }
}

}  // namespace

Particles reference_after(const cases::RunSpec& run, const Backends& backends,
                          const Particles& initial, std::int64_t steps,
                          const std::function<void(double part)>& told) {
  const std::string& file = backends.reference_kept;
  const bool may_keep =
      !file.empty() && run.settings.ranks().alone() && initial.size() <= kMostParticles;
  const nlohmann::json key = may_keep ? key_of(run, initial, steps) : nullptr;
  if (may_keep)
    if (auto kept = find(file, key)) return *std::move(kept);
  const auto start = HostTime::now();
  Particles after = after_steps(*reference_from(run, backends, initial), run.settings.contract(),
                                initial.size(), steps, told);
  const bool whole = after.species.empty() && after.softening.empty();
  if (may_keep && whole && HostTime::now() - start > kLong) keep(file, key, after);
  return after;
}

}  // namespace tycho::measure
