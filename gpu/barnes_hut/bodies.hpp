// The stages of scheme = device that move the bodies. Each only enqueues.
#pragma once

#include "gpu/tree/bodies.hpp"

namespace tycho::gpu::barnes_hut {

using tree::Bodies;
using tree::Halt;
using tree::Ticks;

/// v += (step / 2) a of the bodies whose step begins or ends now.
template <typename Real>
void kick(const Bodies<Real>& bodies, const Ticks& ticks, const Halt& halt, const Stream& stream);

/// x += step v of all bodies.
template <typename Real>
void drift(const Bodies<Real>& bodies, double step, const Halt& halt, const Stream& stream);

/// The next steps of the due bodies, joined with what `found` holds.
template <typename Real>
void choose_rungs(const Bodies<Real>& bodies, const Ticks& ticks, double eta, tree::Rungs* found,
                  const Halt& halt, const Stream& stream);

}  // namespace tycho::gpu::barnes_hut
