// The step of tree_pm, for every backend: its order is in tree_pm.cpp, what a backend has to
// supply here and in core/steps/tree_stages.hpp.
#pragma once

#include <array>
#include <memory>

#include "core/contracts/tree_pm.hpp"
#include "core/steps/tree_stages.hpp"
#include "core/steps/tree_step.hpp"

namespace tycho::tree_pm {

/// All that a stage of the forces depends on beside the memory that the backend holds. It is
/// copied: a backend that redoes a stage later does what it would have done at first.
struct StepState {
  tree::Ticks ticks;
  bool relative = false;  // whether cells are opened by the relative criterion
};

/// What the short-range g is multiplied by over half a step of each rung that is due: it depends on
/// when the step is, not only on how long. There can be 31 rungs.
using KickFactors = std::array<double, 31>;

/// What a step copies between host and GPU, and so what `upload` and `download` are.
enum class Copies {
  kNothing,
  kTree,  // the host's tree to the walk on the GPU, the pulls of the walk back
  kMesh,  // the bodies' positions to the mesh on the host, the pulls of the mesh back
};

class Stages : public tree::Stages {
 public:
  virtual Copies copies() const = 0;

  /// A stage of the forces that it has(): any but the kicks and the drift.
  virtual void enqueue(int stage, const StepState& state) = 0;
  /// u += factor g by the short range, of the bodies whose step begins or ends now.
  virtual void kick(const KickFactors& factors, const tree::Ticks& ticks) = 0;
  /// u += factor g by the long range, of all bodies.
  virtual void kick_long(double factor) = 0;
  /// x += factor u of all bodies, around the box.
  virtual void drift(double factor) = 0;
  /// The next steps of the due bodies by both forces; tree::Stages::rungs() tells them. `scale` is
  /// Expansion::step_scale.
  virtual void choose_steps(const tree::Ticks& ticks, double scale) = 0;

  /// Exchanged::kTree: the positions of all bodies, for the mesh.
  virtual void gather_positions() {}

  /// Both forces of all bodies are found for the first time: where the relative criterion goes by a
  /// sum of them that is kept, it is kept now.
  virtual void note_forces() {}
  /// Copies::kMesh: until the positions that were downloaded last are on the host. Waits for
  /// nothing that was enqueued behind them.
  virtual void await_positions() {}
};

std::unique_ptr<Algorithm> make_step(const Settings& settings, std::unique_ptr<Stages> stages);

}  // namespace tycho::tree_pm
