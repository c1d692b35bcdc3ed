// The energy of a run's state: as the algorithm tells it, else with the potential that it knows at
// its particles, else by a sum over all pairs with its softening.
#pragma once

#include <functional>
#include <vector>

#include "core/algorithm.hpp"
#include "harness/checks/diagnostics.hpp"

namespace tycho::measure {

/// The particles of a state. They are fetched from the algorithm when they are first asked for: of
/// a hundred million particles that takes longer than the steps between two looks.
using StateOf = std::function<const Particles&()>;

/// The energies at one look, and the scale factor of an expanding box.
struct EnergySeen {
  double scale_factor = 0;
  checks::Energy energy;
};

/// How much the energy changed since the first look, relative. To be called in the order of time.
class EnergyError {
 public:
  /// Tests false and cannot be called: for runs whose energy is not asked for.
  EnergyError() = default;
  EnergyError(std::function<EnergySeen(const StateOf&)> look,
              std::function<double(const EnergySeen&)> change)
      : look_(std::move(look)), change_(std::move(change)) {}

  explicit operator bool() const { return static_cast<bool>(look_); }
  /// Looks at the state that the algorithm is in, which `state` gives where it has been stored.
  double operator()(const StateOf& state) { return again(look_(state)); }
  double operator()(const Particles& particles) {
    return (*this)([&]() -> const Particles& { return particles; });
  }

  /// A look that was taken in another process, by which the later ones are judged.
  double again(const EnergySeen& seen) {
    seen_.push_back(seen);
    return change_(seen);
  }
  /// All looks so far.
  const std::vector<EnergySeen>& seen() const { return seen_; }

 private:
  std::function<EnergySeen(const StateOf&)> look_;
  std::function<double(const EnergySeen&)> change_;
  std::vector<EnergySeen> seen_;
};

/// Of what the contract says is conserved: in an expanding box the error is that of the
/// Layzer-Irvine equation; false where nothing is. The algorithm and its first state, which says
/// how its bodies are softened, must outlive it.
EnergyError energy_error_of(Algorithm& algorithm, const Settings& settings,
                            const Particles& initial);

}  // namespace tycho::measure
