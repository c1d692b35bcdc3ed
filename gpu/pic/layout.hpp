// How particles are held on the device, and the stages that depend on it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "core/contracts/pic.hpp"
#include "core/steps/pic_host.hpp"
#include "gpu/pic/cell_lists.hpp"
#include "gpu/pic/field_view.hpp"
#include "gpu/pic/halt.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::pic {

using tycho::pic::HeldParticles;
using tycho::pic::Options;

/// The charge on the grid, the field on the grid, and numbers for the launches of a stage.
template <typename Real>
struct StageArguments {
  Real* density;
  FieldView<Real> field;
  Launches& launches;
};

template <typename Real>
class Layout {
 public:
  virtual ~Layout() = default;

  /// Takes all particles; waits.
  virtual void load(const CellLists<Real>& particles) = 0;
  /// Gives the particles back, in the order in which they are held; waits. An id is the particle's
  /// number in what was loaded.
  virtual HeldParticles<Real> contents() = 0;

  /// Enqueues one of the stages that are the layout's.
  virtual void run(int stage, const StageArguments<Real>& with) = 0;
  /// Makes room for a stage that halted, with the stream at rest.
  virtual void make_room(const Halted& halted) = 0;
  /// Enqueues what is left of it.
  virtual void finish(const Halted& halted, const StageArguments<Real>& with) = 0;

  virtual std::map<std::string, double> counters() const = 0;
};

template <typename Real>
std::unique_ptr<Layout<Real>> make_ordered(const Options& options, Stream& stream);
template <typename Real>
std::unique_ptr<Layout<Real>> make_tiled(const Options& options, Stream& stream);

}  // namespace tycho::gpu::pic
