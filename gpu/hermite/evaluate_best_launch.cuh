// The host side of evaluate_best, for the .cu file of each precision.
#pragma once

#include <algorithm>

#include "gpu/hermite/evaluate_best.cuh"
#include "gpu/support/launch.hpp"
#include "gpu/support/multiprocessors.hpp"
#include "gpu/support/shared_memory.hpp"

namespace tycho::gpu::hermite {

namespace best {

/// As many thread blocks as run at once, in clusters of `cluster` where the device has them; none
/// where the device has too little shared memory for few targets. For many there must be enough.
template <typename F, bool kFew>
Crew crew_of(unsigned cluster) {
  const auto kernel = evaluate<F, true, kFew>;
  int bodies = kMost<F, kFew>;
  while (bodies > 1 && shared_bytes<F, kFew>(bodies) > most_shared_memory()) bodies /= 2;
  const std::size_t bytes = shared_bytes<F, kFew>(bodies);
  if (kFew && bytes > most_shared_memory()) return {0, 1, bodies};
  allow_shared_memory(kernel, bytes);
  allow_shared_memory(evaluate<F, false, kFew>, bytes);
  if (cluster > 1 && compiled_for_hopper(kernel))
    if (const int most =
            clusters_at_once(kernel, {dim3(cluster), dim3(kThreads<kFew>), bytes, cluster}))
      return {most * static_cast<int>(cluster), static_cast<int>(cluster), bodies};
  int resident = 0;
  TYCHO_CUDA(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kThreads<kFew>, bytes));
  return {multiprocessors() * std::max(resident, 1), 1, bodies};
}

}  // namespace best

template <typename F>
EvaluateBest<F>::EvaluateBest(Stream& stream)
    : few_(best::crew_of<F, true>(kCluster)), many_(best::crew_of<F, false>(1)) {
  const std::int64_t partials = std::max(most_partials(few_), most_partials(many_));
  partials_ = Buffer<unsigned long long>(partials * kFields * kWarp, stream);
  counters_ = Buffer<unsigned>(std::max(most_counters(few_), most_counters(many_)), stream);
  counters_.zero(stream);
}

template <typename F>
void EvaluateBest<F>::reserve(std::int64_t targets, Stream& stream) {
  if (static_cast<std::size_t>(targets) > results_.size())
    results_ = Buffer<Result>(targets, stream);
}

template <typename F>
void EvaluateBest<F>::evaluate(const Job& job, Stream& stream) {
  if (!job.count.there && job.count.value == 0) return;
  const bool there = few_.thread_blocks > 0;
  const bool few = there && are_few(job.planned_targets(), job.sources.count);
  if (there && (job.count.there || few)) launch<true>(job, few_, stream);
  if (job.count.there || !few) launch<false>(job, many_, stream);
}

template <typename F>
template <bool kFew>
void EvaluateBest<F>::launch(const Job& job, const Crew& crew, const Stream& stream) {
  Plan plan{};
  if (!job.count.there) {
    plan = make_plan(job.planned_targets(), {job.sources.count, crew});
    plan.groups = (job.count.value + plan.targets() - 1) / plan.targets();
  }
  const int thread_blocks = job.count.there ? crew.thread_blocks : thread_blocks_for(plan, crew);
  const Grid grid{dim3(thread_blocks), dim3(kThreads<kFew>),
                  best::shared_bytes<F, kFew>(crew.most_bodies),
                  static_cast<unsigned>(crew.cluster)};
  const bool softened = softening_sq_or_none<typename F::Real>(job.softening_sq) > 0;
  launch_early(softened ? best::evaluate<F, false, kFew> : best::evaluate<F, true, kFew>, grid,
               stream, job,
               best::Workspace{partials_.data(), counters_.data(),
                               job.results ? job.results : results_.data()},
               plan, best::Room{crew.most_bodies, few_.thread_blocks > 0});
}

template <typename F>
void EvaluateBest<F>::download(std::span<Result> to, Stream& stream) {
  TYCHO_CUDA(cudaMemcpyAsync(to.data(), results_.data(), to.size_bytes(), cudaMemcpyDeviceToHost,
                             stream.get()));
  stream.wait();
}

template <typename F>
std::unique_ptr<Evaluation> evaluate_best(Stream& stream) {
  return std::make_unique<EvaluateBest<F>>(stream);
}

}  // namespace tycho::gpu::hermite
