// The bodies and their tree on the device, whatever the force, and the stages that make the tree. A
// sort brings the bodies from one half of their memory into the other, so every stage is told which
// half they are in.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/contracts/tree_parameters.hpp"
#include "core/error.hpp"
#include "gpu/support/memory.hpp"
#include "gpu/tree/body_buffers.hpp"
#include "gpu/tree/cells.hpp"

namespace tycho::gpu::tree {

/// What the settings ask of a tree.
struct TreeKind {
  bool individual;  // steps
  bool boxes;       // of the cells: the relative criterion and the short range need them
  bool spline;      // bodies have softening radii
  bool root_given;  // the frame is not sought: a periodic box
  bool second;      // cells have second moments
  int leaf;
  double theta;
};

template <typename Real>
class DeviceTree {
 public:
  DeviceTree(const TreeKind& kind, Stream& stream) : kind_(kind), stream_(stream) {}

  /// Bodies that there is memory for.
  std::size_t size() const { return size_; }
  std::size_t bytes(std::size_t n) const {
    return 2 * BodyBuffers<Real>::bytes(n) + Sort<Real>::bytes(n) +
           Cells<Real>::bytes(n, usual_cells(n, kind_.leaf)) +
           (kind_.individual ? Due::bytes(n) : 0);
  }
  void release() {
    size_ = 0;
    halves_ = {};
    sort_ = Sort<Real>();
    cells_ = Cells<Real>();
    due_ = Due();
  }
  /// After release().
  void reserve(std::size_t n) {
    const auto count = static_cast<int>(n);
    for (auto& half : halves_) half = BodyBuffers<Real>(n, stream_);
    sort_ = Sort<Real>(count, kind_.spline, kind_.root_given, stream_);
    cells_ = make_cells(n, usual_cells(n, kind_.leaf));
    if (kind_.individual) due_ = Due(count, stream_);
    size_ = n;
  }
  /// After a build that needed `needed` cells: with a quarter more, since trees grow slowly.
  void reserve_cells(unsigned needed) {
    constexpr unsigned kMost = 1u << 29;  // a walk's stack has a cell and its children in 32 bits
    if (needed > kMost)
      throw Unavailable("a tree of " + std::to_string(needed) + " cells, of which a walk numbers " +
                        std::to_string(kMost) + ": take a larger leaf");
    const unsigned capacity = std::min(kMost, needed + needed / 4);
    // The cells held make room for those to come: a tree that does not fit keeps what it has.
    const std::size_t held = Cells<Real>::bytes(size_, cells_.capacity());
    const std::size_t asked = Cells<Real>::bytes(size_, capacity);
    require_memory(asked - std::min(asked, held), "more cells of a tree");
    cells_ = Cells<Real>();
    cells_ = make_cells(size_, capacity);
  }

  BodyBuffers<Real>& half(int which) { return halves_[which]; }
  const Cells<Real>& cells() const { return cells_; }
  Buffer<Frame>& frame() { return frame_; }
  TreeView<Real> view() { return cells_.view(frame_.data(), sort_); }
  /// The slot that each body had before the last sort.
  const std::uint32_t* sorted_from() const { return sort_.from(); }
  /// The bodies that list_due() found; all with shared steps.
  Walkers walkers() const {
    return kind_.individual ? Walkers{due_.list(), due_.count()} : Walkers{};
  }

  /// Sorts the bodies of half `from` into the other half of the memory.
  void sort(int from, double mass_unit, const Halt& halt) {
    sort_.run(halves_[from].view(), halves_[1 - from].view(), frame_.data(), mass_unit, halt,
              stream_);
  }
  void build(Launches& launches) { tree::build(view(), kind_.leaf, launches, stream_); }
  void moments(bool relative, const Halt& halt) {
    tree::moments(view(), kind_.theta, relative, kind_.second, halt, stream_);
  }
  /// With individual steps: finds the bodies whose step ends now.
  void list_due(int half, const Ticks& ticks) {
    if (kind_.individual) due_.run(halves_[half].rung.data(), ticks, stream_);
  }

 private:
  Cells<Real> make_cells(std::size_t n, unsigned capacity) {
    return Cells<Real>(static_cast<int>(n), capacity, kind_.boxes, kind_.spline, stream_);
  }

  TreeKind kind_;
  Stream& stream_;
  std::size_t size_ = 0;
  Buffer<Frame> frame_{1, stream_};
  std::array<BodyBuffers<Real>, 2> halves_;
  Sort<Real> sort_;
  Cells<Real> cells_;
  Due due_;
};

}  // namespace tycho::gpu::tree
