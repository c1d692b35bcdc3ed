// What computes forces, jerks, potentials and nearest neighbours for a block of bodies against all
// others: the one place where the Hermite integrator and the GRAPE-6 library meet a backend.
//
// An engine holds "j" bodies in numbered slots, each with the time and derivatives to predict it
// from, and is asked for what they do to a block of "i" bodies. A pair is skipped when its indices
// are equal, never by slot or distance; the index -1 equals none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
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

/// What came of it.
struct Force {
  Vec3<double> acc, jerk;
  double pot = 0;               // negative, without the body's own
  std::int32_t neighbour = -1;  // index of the nearest other body; -1 where there is none
};

/// So many need not wait until all have come: who sends them one by one hands them to set_j(), and
/// an engine may begin to read them. Two batches are 1.2 MB, which a large core's cache still
/// holds.
inline constexpr std::size_t kManyJBodies = 4096;

/// Not thread-safe; engines do not share state. What goes wrong is thrown, and the engine may be
/// used again after reset(): core/error.hpp's Unavailable where memory does not suffice.
class ForceEngine {
 public:
  virtual ~ForceEngine() = default;

  /// Makes room for slots 0 .. slots - 1 and keeps what they hold. A slot never set has no mass and
  /// the index -1.
  virtual void reserve(std::int64_t slots) = 0;
  /// Memory for bodies to be handed to set_j(), which then need not copy them. It keeps what it
  /// holds when more is asked for, and is to be asked for again after set_j().
  virtual std::span<JBody> room(std::size_t bodies) = 0;
  /// Puts bodies into slots, no slot twice in one call; returns at once, having copied what does
  /// not lie in room(). They are predicted with the others, whether they came before or after
  /// predict().
  virtual void set_j(std::span<const std::int32_t> slots, std::span<const JBody> bodies) = 0;
  /// The time that all j bodies are predicted to, at once or at the next start(). Not to be called
  /// between start() and finish().
  virtual void predict(double t) = 0;

  /// Writes the bodies of a block from number `first` on.
  using Fill = std::function<void(std::size_t first, std::span<IBody> piece)>;
  /// Begins the evaluation of a block of any size against slots 0 .. nj - 1. Its bodies are asked
  /// for piece by piece, in their order: one piece may be under way while the next is being filled.
  /// What fill() throws abandons the block; a start() before finish() abandons the one before.
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
  /// gives all of them, one for each body, which stay until start().
  virtual std::span<const Force> finish(const Take& take) = 0;
  std::span<const Force> finish() {
    return finish([](std::size_t, std::span<const Force>) {});
  }

  /// For every body of the last block the indices of the slots with r^2 < h2 (not softened), its
  /// own excluded, in the order of slots: at most `most` from lists[i most] on, and in counts[i]
  /// how many there are, which may be more. To be asked after finish() and before predict() and
  /// set_j().
  virtual void neighbours(std::span<const double> h2, std::int64_t most,
                          std::vector<std::int32_t>& counts, std::vector<std::int32_t>& lists) = 0;

  /// Forgets all slots and whatever failed.
  virtual void reset() = 0;
  /// One line for a log: "CUDA: NVIDIA H200, ds, best".
  virtual std::string description() const = 0;
};

struct EngineOptions {
  std::string precision = "fp64";  // one of the kind's
  std::string kernel = "best";     // one of the kind's
  int threads = 1;                 // CPU only
};

/// One entry of a backend's list of engines.
struct EngineKind {
  std::string_view backend;                      // "cpu" or "cuda"
  std::span<const std::string_view> precisions;  // the first is the default
  std::span<const std::string_view> kernels;     // the first is the default
  /// Throws UsageError for a precision or kernel that is not in the lists, Unavailable where this
  /// machine cannot.
  std::unique_ptr<ForceEngine> (*make)(const EngineOptions& options);
};

}  // namespace tycho
