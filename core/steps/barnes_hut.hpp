// The step of barnes_hut, for every backend: its order is in barnes_hut.cpp, what a backend has
// to supply here and in core/steps/tree_stages.hpp.
#pragma once

#include <memory>

#include "core/contracts/barnes_hut.hpp"
#include "core/steps/tree_stages.hpp"
#include "core/steps/tree_step.hpp"

namespace tycho::barnes_hut {

/// All that a stage depends on beside the memory that the backend holds. It is copied: a backend
/// that redoes a stage later does what it would have done at first.
struct StepState {
  tree::Ticks ticks;
  double drift = 0;       // the step that all bodies drift by
  bool relative = false;  // whether cells are opened by the relative criterion
};

class Stages : public tree::Stages {
 public:
  /// One of the stages that it has().
  virtual void enqueue(int stage, const StepState& state) = 0;
  /// The next steps of the due bodies; tree::Stages::rungs() tells them. A part of the second kick.
  virtual void choose_steps(const StepState& state) = 0;
};

/// Of settings that go together: the caller has asked require_sound() before it made the stages.
std::unique_ptr<Algorithm> make_step(const Settings& settings, std::unique_ptr<Stages> stages);

}  // namespace tycho::barnes_hut
