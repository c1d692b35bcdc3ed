// tycho's own evaluation, and what it keeps between calls.
#pragma once

#include "gpu/hermite/evaluation.hpp"
#include "gpu/hermite/plan.hpp"
#include "gpu/support/buffer.hpp"

namespace tycho::gpu::hermite {

namespace best {
/// Where clusters leave their parts of a sum, who was last, and what came of it.
struct Workspace {
  unsigned long long* partials;
  unsigned* counters;
  Result* results;
};
}  // namespace best

template <typename F>
class EvaluateBest final : public Evaluation {
 public:
  explicit EvaluateBest(Stream& stream);

  void reserve(std::int64_t targets, Stream& stream) override;
  void evaluate(const Job& job, Stream& stream) override;
  void download(std::span<Result> to, Stream& stream) override;
  const Result* results() const override { return results_.data(); }

 private:
  template <bool kFew>
  void launch(const Job& job, const Crew& crew, const Stream& stream);

  Crew few_, many_;
  Buffer<unsigned long long> partials_;
  Buffer<unsigned> counters_;
  Buffer<Result> results_;
};

}  // namespace tycho::gpu::hermite
