// The stages that move the bodies. Each only enqueues.
#pragma once

#include "core/steps/tree_pm.hpp"
#include "gpu/tree/bodies.hpp"

namespace tycho::gpu::tree_pm {

using tree::Bodies;
using tree::Halt;
using tree::Ticks;
using tycho::tree_pm::KickFactors;

/// u += kick g of the short range, for the bodies whose step begins or ends now.
template <typename Real>
void kick(const Bodies<Real>& bodies, const KickFactors& factors, const Ticks& ticks,
          const Halt& halt, const Stream& stream);

/// u += factor g of the long range, for all bodies. The size of both forces together is noted as
/// the fourth of the accelerations: the relative criterion goes by it.
template <typename Real>
void kick_long(const Bodies<Real>& bodies, const Vector4<Real>* long_range, double factor,
               const Halt& halt, const Stream& stream);

/// x += drift u, around the box.
template <typename Real>
void drift(const Bodies<Real>& bodies, double factor, double box, const Halt& halt,
           const Stream& stream);

/// The next steps of the due bodies by both forces, the size of which is noted as in kick_long,
/// joined with what `found` holds.
struct StepRule {
  double eta, softening;
  double scale;  // of |g|: tree_pm::Expansion::step_scale
};
template <typename Real>
void choose_rungs(const Bodies<Real>& bodies, const Vector4<Real>* long_range, const Ticks& ticks,
                  const StepRule& rule, tree::Rungs* found, const Halt& halt, const Stream& stream);

/// The long-range pulls into the order that the last sort gave the bodies.
template <typename Real>
void follow(const Bodies<Real>& bodies, const std::uint32_t* from, const Vector4<Real>* long_range,
            Vector4<Real>* sorted, const Halt& halt, const Stream& stream);

}  // namespace tycho::gpu::tree_pm
