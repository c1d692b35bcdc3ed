// tycho's own evaluation, and what it keeps between calls.
#pragma once

#include "gpu/hermite/evaluation.hpp"
#include "gpu/hermite/plan.hpp"
#include "gpu/support/buffer.hpp"

namespace tycho::gpu::hermite {

namespace best {
/// Where clusters leave their parts of a sum, who was last, and what came of it.
struct Workspace {
  double* partials;
  unsigned* counters;
  Result* results;
};

/// Which evaluations a launch is for: where the number of targets is on the device, both kinds of
/// grid are launched, and all but one find that it is not theirs.
enum class Kind { kAny, kByClusters, kByBlocks };
}  // namespace best

template <typename F>
class EvaluateBest final : public Evaluation {
 public:
  explicit EvaluateBest(Stream& stream);

  void reserve(std::int64_t targets, Stream& stream) override;
  void evaluate(const Job& job, Stream& stream) override;
  void download(Pinned<Result>& to, int count, Stream& stream) override;
  const Result* results() const override { return results_.data(); }

 private:
  void launch(const Job& job, best::Kind kind, const Crew& crew, const Stream& stream);

  Crew blocks_, clusters_;  // the latter as the former where the device has no clusters
  Buffer<double> partials_;
  Buffer<unsigned> counters_;
  Buffer<Result> results_;
};

}  // namespace tycho::gpu::hermite
