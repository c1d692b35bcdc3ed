// What a kernel = ... offers: an evaluation enqueued, and its results fetched.
#pragma once

#include <memory>
#include <string>

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
  /// Waits once, and leaves the results of the first `count` targets in `to`.
  virtual void download(Pinned<Result>& to, int count, Stream& stream) = 0;
  /// Where the results lie on the device; null where the host has to put them together.
  virtual const Result* results() const { return nullptr; }
};

/// kernel = best: tycho's own. For Fp32, Ds and Fp64.
template <typename F>
std::unique_ptr<Evaluation> evaluate_best(Stream& stream);

/// kernel = paper: kirin's scheme.
std::unique_ptr<Evaluation> evaluate_paper(Stream& stream);

/// As the words of a case have it; kernel = paper exists for Fp32 only.
template <typename F>
std::unique_ptr<Evaluation> make_evaluation(const std::string& kernel, Stream& stream);

}  // namespace tycho::gpu::hermite
