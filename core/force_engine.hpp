// A force engine computes forces, jerks, potentials and nearest neighbours of a block of bodies
// against all others. The GRAPE-6 library reaches a backend through an engine and through nothing
// else. The algorithm `hermite` does not use engines: its bodies stay with the backend from step to
// step, and only the loops over pairs are shared.
//
// A block is the set of bodies whose step ends at one time. An engine holds "j" bodies, which pull,
// in numbered slots, each with the time and derivatives to predict it from, and is asked for their
// pull on a block of "i" bodies. A pair is skipped when the indices of its two bodies are equal,
// never by slot or distance; the index -1 equals none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/vec3.hpp"

namespace tycho {

/// A body that pulls, as its slot holds it. Predicted with core/formulas/hermite.hpp predicted_g6.
struct JBody {
  double t = 0, mass = 0;
  Vec3<double> x, v;
  Vec3<double> acc_2, jerk_6, snap_18;  // a/2, jerk/6, snap/18 at the time t
  std::int32_t index = -1;
};

/// A body that is pulled, already at the time of the evaluation.
struct alignas(16) IBody {
  Vec3<double> x, v;
  std::int32_t index = -1;
  std::int32_t slot = -1;  // the engine's own
};

/// The pull of all j bodies on an i body.
struct Force {
  Vec3<double> acc, jerk;
  double pot = 0;               // negative, without the body's own
  std::int32_t neighbour = -1;  // index of the nearest other body; -1 where there is none
};

/// A caller that collects j bodies one by one hands a batch of this size to set_j() at once,
/// without waiting for the rest, so that the engine may begin to read the batch. Two batches
/// are 1.2 MB, which the cache of a large core still holds.
inline constexpr std::size_t kManyJBodies = 4096;

/// Not thread-safe; engines do not share state. Errors are thrown (core/error.hpp's Unavailable
/// where memory does not suffice); the engine is of no use after one.
class ForceEngine {
 public:
  virtual ~ForceEngine() = default;

  /// Makes room for slots 0 .. slots - 1 and keeps the bodies in them. A slot never set has no mass
  /// and the index -1.
  virtual void reserve(std::int64_t slots) = 0;
  /// Memory for bodies to be handed to set_j(), which then need not copy them. Bodies already in it
  /// stay when more room is asked for; after set_j() the room must be asked for again.
  virtual std::span<JBody> room(std::size_t bodies) = 0;
  /// Puts bodies into slots, no slot twice in one call; returns at once, having copied the bodies
  /// that do not lie in room(). Bodies that come after predict() are predicted like those before.
  virtual void set_j(std::span<const std::int32_t> slots, std::span<const JBody> bodies) = 0;
  /// The time that all j bodies are predicted to, at once or at the next start(). Not to be called
  /// between start() and finish().
  virtual void predict(double t) = 0;

  /// Writes the bodies of a block from number `first` on.
  using Fill = std::function<void(std::size_t first, std::span<IBody> piece)>;
  /// Begins the evaluation of a block of any size against slots 0 .. nj - 1. Its bodies are asked
  /// for piece by piece, in their order: one piece may be under way while the next is being filled.
  /// An exception of fill() abandons the block; a start() before finish() abandons the block
  /// before.
  virtual void start(std::size_t bodies, const Fill& fill, std::int64_t nj,
                     double softening_sq) = 0;
  void start(std::span<const IBody> bodies, std::int64_t nj, double softening_sq) {
    const auto copy = [&](std::size_t first, std::span<IBody> piece) {
      std::copy_n(bodies.begin() + first, piece.size(), piece.begin());
    };
    start(bodies.size(), copy, nj, softening_sq);
  }

  /// Is given the forces on the bodies from number `first` on.
  using Take = std::function<void(std::size_t first, std::span<const Force> piece)>;
  /// Waits for the block and hands its forces over piece by piece, in their order, as they come;
  /// returns all forces, one for each body, which stay until start().
  virtual std::span<const Force> finish(const Take& take) = 0;
  std::span<const Force> finish() {
    return finish([](std::size_t, std::span<const Force>) {});
  }

  /// For every body i of the last block the indices of the slots with r^2 < h2 (not softened), the
  /// body's own excluded, in the order of slots: at most `most` from lists[i most] on, and in
  /// counts[i] the number of such slots, which may be larger. To be called after finish() and
  /// before predict() and set_j().
  virtual void neighbours(std::span<const double> h2, std::int64_t most,
                          std::vector<std::int32_t>& counts, std::vector<std::int32_t>& lists) = 0;

  /// One line for a log: "CUDA: NVIDIA H200, ds, best".
  virtual std::string description() const = 0;
};

struct EngineOptions {
  /// A backend's engine refuses, by UsageError, what it does not have.
  std::string precision = "fp64", kernel = "best";
  int threads = 1;  // CPU only
};

}  // namespace tycho
