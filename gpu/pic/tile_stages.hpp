// The stages of the layout `tiled`. Each only enqueues.
#pragma once

#include "gpu/pic/field_view.hpp"
#include "gpu/pic/halt.hpp"
#include "gpu/pic/tiles.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::pic {

/// Moves the particles, sums their charge where they are then and lists the particles that leave
/// their tile. `sums` has a word for each of a tile's sums; `one` is what a particle counts for in
/// them.
template <typename Real, typename Sum>
void push_deposit(const TilesView<Real>& tiles, const FieldView<Real>& field, Sum* sums, Real dt,
                  Real one, int threads, const Halt& halt, const Stream& stream);

/// Only the charge: before the first step, or when the sums have wrapped in a push.
template <typename Real, typename Sum>
void deposit(const TilesView<Real>& tiles, Sum* sums, Real dt, Real one, bool after_push,
             int threads, const Halt& halt, const Stream& stream);

/// Only the lists, after a push: when they were too short.
template <typename Real>
void list_departures(const TilesView<Real>& tiles, Real dt, int threads, const Halt& halt,
                     const Stream& stream);

/// Takes the particles that leave to their new tiles. Where some tiles have been served before,
/// only the others. `lists` has room for the lists of all tiles where they do not fit in shared
/// memory (reorder_in_shared_memory).
template <typename Real>
void reorder(const TilesView<Real>& tiles, int* lists, const Halt& halt, const Stream& stream);
bool reorder_in_shared_memory(int out_capacity);

/// density = charge times the sums of all tiles that reach a grid point, added in a fixed order.
template <typename Real, typename Sum>
void guard_add(const TileGrid& grid, const Sum* sums, Real* density, double charge,
               const Halt& halt, const Stream& stream);

/// Segments of the same tiles with more room: both views hold the same particles and lists.
template <typename Real>
void copy_tiles(const TilesView<Real>& from, const TilesView<Real>& to, const Stream& stream);

}  // namespace tycho::gpu::pic
