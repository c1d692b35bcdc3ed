// What a kernel = ... offers: an evaluation enqueued, and its results fetched.
#pragma once

#include <memory>
#include <span>

#include "core/contracts/hermite.hpp"
#include "gpu/hermite/job.hpp"
#include "gpu/support/pinned.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::hermite {

class Evaluation {
 public:
  virtual ~Evaluation() = default;

  /// Room for this many targets at once.
  virtual void reserve(std::int64_t targets, Stream& stream) = 0;
  /// Enqueues; nothing waits.
  virtual void evaluate(const Job& job, Stream& stream) = 0;
  /// Waits once, and leaves the results of the first targets in `to`, page-locked, of as many as it
  /// has room for.
  virtual void download(std::span<Result> to, Stream& stream) = 0;
  /// Where the results lie on the device; null where the host has to put them together.
  virtual const Result* results() const { return nullptr; }
};

/// kernel = best: tycho's own. For Fp32, Ds and Fp64.
template <typename F>
std::unique_ptr<Evaluation> evaluate_best(Stream& stream);

/// kernel = paper: kirin's scheme.
std::unique_ptr<Evaluation> evaluate_paper(Stream& stream);

/// Throws UsageError for kernel = paper unless F is Fp32, in which alone it exists.
template <typename F>
std::unique_ptr<Evaluation> make_evaluation(tycho::hermite::Kernel kernel, Stream& stream);

}  // namespace tycho::gpu::hermite
