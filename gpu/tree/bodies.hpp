// The bodies of a tree that is built on the device, and the stages that make the tree. Each only
// enqueues.
#pragma once

#include "core/tree/ticks.hpp"
#include "core/tree/walk_share.hpp"
#include "gpu/tree/tree.hpp"

namespace tycho::gpu::tree {

using tycho::tree::Ticks;
using tycho::tree::WalkShare;

/// In double, where the integration is, in the Morton order of the last tree. The accelerations are
/// in the precision of the walk.
template <typename Real>
struct Bodies {
  Vector4<double>* position;  // mass is the fourth
  Vector4<double>* velocity;  // the fourth is the softening
  Vector4<Real>* acceleration;
  std::uint32_t* number;  // of the body, as loaded
  std::uint8_t* rung;     // a step of dt / 2^rung; all 0 with steps = shared
  int count;
};

/// What steps the due bodies have chosen, on the device.
struct Rungs {
  unsigned deepest;            // of all bodies
  unsigned long long floored;  // due bodies that wanted a shorter step than the deepest rung's
};

/// Finds the root's cube, sorts and moves the bodies into Morton order.
template <typename Real>
class Sort {
 public:
  Sort() = default;
  /// With `spline` the bodies' softenings become radii in the tree's units. With `root_given` the
  /// frame is not sought but stands already: a periodic box.
  Sort(int bodies, bool spline, bool root_given, Stream& stream);
  static std::size_t bytes(std::size_t bodies);

  /// From `bodies` to `sorted`. `mass_unit` is a power of two.
  void run(const Bodies<Real>& bodies, const Bodies<Real>& sorted, Frame* frame, double mass_unit,
           const Halt& halt, const Stream& stream);

  const std::uint64_t* keys() const { return sorted_keys_.data(); }
  /// The slot that each body had before (a slot: an index in the tree's order).
  const std::uint32_t* from() const { return from_.data(); }
  const Vector4<Real>* source() const { return source_.data(); }
  const Real* radius() const { return radius_.data(); }

 private:
  bool root_given_ = false;
  Buffer<std::uint64_t> keys_, sorted_keys_;
  Buffer<std::uint32_t> own_, from_;
  Buffer<Vector4<Real>> source_;
  Buffer<Real> radius_;
  Buffer<double> extents_;
  Buffer<unsigned> blocks_done_;
  Buffer<unsigned char> work_;
};

/// The slots of the bodies whose step ends now, ascending.
class Due {
 public:
  Due() = default;
  Due(int bodies, Stream& stream);

  void run(const std::uint8_t* rung, const Ticks& ticks, const Stream& stream);

  /// Bytes on the device; CUB's own are some bytes for thousands of bodies.
  static std::size_t bytes(std::size_t bodies) { return bodies * sizeof(std::uint32_t); }

  const std::uint32_t* list() const { return list_.data(); }
  const unsigned* count() const { return count_.data(); }

 private:
  Buffer<std::uint32_t> list_;
  Buffer<unsigned> count_;
  Buffer<unsigned char> work_;
};

/// Cells, from the keys. Stops the work where there is no room for the cells.
template <typename Real>
void build(const TreeView<Real>& tree, int leaf, Launches& launches, const Stream& stream);

/// Bodies in a thread block of the build, which counts cells by the thread block.
inline constexpr int kBuildBlock = 512;

/// With `relative` the openings are for that criterion, else for theta; with `second` cells have
/// second moments.
template <typename Real>
void moments(const TreeView<Real>& tree, double theta, bool relative, bool second, const Halt& halt,
             const Stream& stream);

/// Slots of the bodies that walk, ascending, and their number, both on the device. All bodies where
/// null.
struct Walkers {
  const std::uint32_t* list = nullptr;
  const unsigned* count = nullptr;
};

/// A group: of the bodies that walk, `count` from the `first` on.
struct Span {
  unsigned first, count;
};

/// A group is within a cell of at most kGroupSpan times the group's size: with more, boxes become
/// wide, with less, groups small.
inline constexpr int kGroupSpan = 16;

/// Groups of at most `group_size` (32 or 64) neighbours, none of them across cells of
/// `least_level`, and how many; `groups` has room for one a body. Of several ranks those that
/// `share` gives to this one; its cuts, on the device, are set.
void group(const std::uint64_t* keys, int bodies, const Walkers& walkers, int group_size,
           int least_level, const WalkShare& share, Span* groups, unsigned* group_count,
           const Halt& halt, const Stream& stream);

/// Interactions, counted over all bodies walked for.
struct WalkCounts {
  unsigned long long walks, cells, bodies;
  unsigned long long far;  // of the cells: met about the group's centre
};

/// How bodies walk in groups.
struct WalkRule {
  bool quadrupole, spline, relative;
  double softening;  // Plummer's, as the case has it
  double alpha;      // of the relative criterion
  double mass_unit;
  double theta;
};

/// Who walks and what comes of it.
template <typename Real>
struct WalkJob {
  Walkers walkers;
  const Vector4<Real>* old;     // accelerations that the relative criterion uses
  Vector4<Real>* acceleration;  // may be `old`
  Real* potential;              // null: not wanted
};

}  // namespace tycho::gpu::tree
