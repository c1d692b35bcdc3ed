// The stages of the layout `ordered`. Each only enqueues.
#pragma once

#include "gpu/pic/field_view.hpp"
#include "gpu/pic/halt.hpp"
#include "gpu/pic/ordered.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::pic {

/// The charge of each thread's particles on its own grid points: q(threads, 2 cells + 2).
template <typename Real>
void deposit(const OrderedView<Real>& particles, Real* q, Real charge, int threads_per_block,
             const Halt& halt, const Stream& stream);

/// density = the sum over the threads whose grid points a point of the grid is.
template <typename Real>
void guard_add(const PartitionView& partition, const Real* q, Real* density, const Halt& halt,
               const Stream& stream);

/// The field on each thread's grid points: f(threads, 2, 2 cells + 2).
template <typename Real>
void guard_copy(const PartitionView& partition, const FieldView<Real>& field, Real* f,
                const Halt& halt, const Stream& stream);

template <typename Real>
void push(const OrderedView<Real>& particles, const Real* f, Real dt, int threads_per_block,
          const Halt& halt, const Stream& stream);

/// Each thread among its own groups; what leaves goes into its buffer.
template <typename Real>
void reorder_within(const OrderedView<Real>& particles, int threads_per_block, const Halt& halt,
                    const Stream& stream);
/// Each thread collects from the buffers around it. Goes on where it stopped for want of room.
template <typename Real>
void reorder_between(const OrderedView<Real>& particles, int threads_per_block, const Halt& halt,
                     const Stream& stream);

/// The same particles, holes and buffers with more room.
template <typename Real>
void copy_ordered(const OrderedView<Real>& from, const OrderedView<Real>& to, const Stream& stream);

}  // namespace tycho::gpu::pic
