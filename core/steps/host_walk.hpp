// The walk through a tree that the host has built: the one stage of such a step that the CPU side
// and the GPU side each have for themselves.
#pragma once

#include <cstdint>
#include <span>

#include "core/clock.hpp"
#include "core/tree/host_tree.hpp"
#include "core/tree/tally.hpp"

namespace tycho::tree {

/// `Rule` says how bodies walk; `Bodies` is the algorithm's struct of bodies on the host.
template <typename Rule, typename Bodies>
class HostWalk {
 public:
  using WalkRule = Rule;
  using HostBodies = Bodies;

  /// Tree, groups and the list of due bodies stay as they are from upload() to download().
  struct Job {
    const Rule& rule;
    const Tree<double>& tree;
    const Groups& groups;               // of scheme = grouped, else empty
    std::span<const std::int32_t> due;  // slots of the bodies that walk; all with scheme = grouped
    int threads;                        // of the CPU
    Bodies& bodies;                     // their accelerations and potentials are what is sought
  };

  virtual ~HostWalk() = default;

  /// Whether the walk is elsewhere, so that upload() and download() are stages of the step.
  virtual bool copies() const { return false; }
  /// Tree and bodies to where the walk is. Does not wait.
  virtual void upload(const Job&) {}
  /// Does not wait where the walk is elsewhere.
  virtual void run(const Job& job) = 0;
  /// Waits for what run() has found.
  virtual void download(const Job&) {}

  /// What the last run() has met, once its results are on the host.
  virtual Walked walked() const = 0;
  virtual Clock& clock() = 0;
};

}  // namespace tycho::tree
