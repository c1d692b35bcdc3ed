// The bodies of scheme = device, and the stages that work on them. Each only enqueues.
#pragma once

#include "gpu/barnes_hut/tree.hpp"

namespace tycho::gpu::barnes_hut {

/// In double, where the integration is, in the Morton order of the last tree. The accelerations are
/// in the precision of the walk.
template <typename Real>
struct Bodies {
  Vector4<double>* position;  // mass is the fourth
  Vector4<double>* velocity;  // the fourth is the softening, where bodies have their own
  Vector4<Real>* acceleration;
  std::uint32_t* place;  // which body, as loaded
  int count;
};

template <typename Real>
void kick(const Bodies<Real>& bodies, double step, const Halt& halt, const Stream& stream);

template <typename Real>
void drift(const Bodies<Real>& bodies, double step, const Halt& halt, const Stream& stream);

/// Finds the root's cube, sorts and moves the bodies into Morton order.
template <typename Real>
class Sort {
 public:
  Sort() = default;
  Sort(int bodies, Stream& stream);
  static std::size_t bytes(std::size_t bodies);

  /// From `bodies` to `sorted`. `mass_unit` is a power of two.
  void run(const Bodies<Real>& bodies, const Bodies<Real>& sorted, Frame* frame,
           double mass_unit, const Halt& halt, const Stream& stream);

  const std::uint64_t* keys() const { return sorted_keys_.data(); }
  const Vector4<Real>* source() const { return source_.data(); }

 private:
  Buffer<std::uint64_t> keys_, sorted_keys_;
  Buffer<std::uint32_t> own_, from_;
  Buffer<Vector4<Real>> source_;
  Buffer<double> extents_;
  Buffer<unsigned> blocks_done_;
  Buffer<unsigned char> work_;
};

/// Cells, from the keys. Stops the work where there is no room for them.
template <typename Real>
void build(const TreeView<Real>& tree, int leaf, const Halt& halt, const Stream& stream);

/// Bodies in a block of the build, which counts cells by the block.
inline constexpr int kBuildBlock = 512;

template <typename Real>
void moments(const TreeView<Real>& tree, double theta, const Halt& halt, const Stream& stream);

/// Interactions, counted over all bodies walked for.
struct WalkCounts {
  unsigned long long walks, cells, bodies;
};

struct WalkRule {
  bool quadrupole;
  double softening;  // Plummer's eps, as the case has it
  double mass_unit;
};

/// Accelerations of all bodies; with `potential` those too.
template <typename Real>
class Walk {
 public:
  Walk() = default;
  explicit Walk(Stream& stream);

  void run(const TreeView<Real>& tree, const WalkRule& rule, Vector4<Real>* acceleration,
           Real* potential, const Halt& halt, const Stream& stream);

  void forget_counts(Stream& stream) { counts_.zero(stream); }
  WalkCounts counts(Stream& stream) const { return counts_.download(stream).front(); }

 private:
  Buffer<unsigned> next_group_;
  Buffer<WalkCounts> counts_;
};

}  // namespace tycho::gpu::barnes_hut
