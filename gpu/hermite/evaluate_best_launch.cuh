// The host side of evaluate_best, for the .cu file of each precision.
#pragma once

#include <algorithm>

#include "gpu/hermite/evaluate_best.cuh"
#include "gpu/support/launch.hpp"
#include "gpu/support/shared_memory.hpp"

namespace tycho::gpu::hermite {

namespace best {

/// The largest clusters that leave hardly a multiprocessor idle: their blocks are placed together,
/// and what is left over between them is lost to all evaluations.
template <typename F>
Crew crew_of() {
  int device = 0, multiprocessors = 0, resident = 0;
  TYCHO_CUDA(cudaGetDevice(&device));
  TYCHO_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  TYCHO_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, evaluate<F, true>, kThreads,
                                                           kSharedBytes<F>));
  const int blocks = multiprocessors * std::max(resident, 1);
  if (compiled_for_hopper(evaluate<F, true>))
    for (int cluster = kMostCluster; cluster >= kLeastCluster; cluster /= 2) {
      const int clusters = clusters_at_once(
          evaluate<F, true>,
          {dim3(cluster), dim3(kThreads), kSharedBytes<F>, static_cast<unsigned>(cluster)});
      if (10 * clusters * cluster >= 9 * blocks) return {clusters * cluster, cluster};
    }
  return {blocks, 1};
}

}  // namespace best

template <typename F>
EvaluateBest<F>::EvaluateBest(Stream& stream) {
  allow_shared_memory(best::evaluate<F, true>, best::kSharedBytes<F>);
  allow_shared_memory(best::evaluate<F, false>, best::kSharedBytes<F>);
  crew_ = best::crew_of<F>();
  partials_ = Buffer<double>(most_partials(crew_, F::kMostBodies) * kFields * kWarp, stream);
  counters_ = Buffer<unsigned>(most_counters(crew_), stream);
  counters_.zero(stream);
}

template <typename F>
void EvaluateBest<F>::reserve(std::int64_t targets, Stream& stream) {
  if (static_cast<std::size_t>(targets) > results_.size())
    results_ = Buffer<Result>(targets, stream);
}

template <typename F>
void EvaluateBest<F>::evaluate(const Job& job, Stream& stream) {
  const Plan plan = job.count.there
                        ? Plan{}
                        : make_plan(job.count.value, {job.sources.count, crew_}, F::kMostBodies);
  const Grid grid{dim3(crew_.blocks), dim3(kThreads), best::kSharedBytes<F>,
                  static_cast<unsigned>(crew_.cluster)};
  launch_early(job.softening_sq > 0 ? best::evaluate<F, false> : best::evaluate<F, true>, grid,
               stream, job,
               best::Workspace{partials_.data(), counters_.data(),
                               job.results ? job.results : results_.data()},
               plan);
}

template <typename F>
void EvaluateBest<F>::download(Pinned<Result>& to, int count, Stream& stream) {
  TYCHO_CUDA(cudaMemcpyAsync(to.data(), results_.data(), count * sizeof(Result),
                             cudaMemcpyDeviceToHost, stream.get()));
  stream.wait();
}

template <typename F>
std::unique_ptr<Evaluation> evaluate_best(Stream& stream) {
  return std::make_unique<EvaluateBest<F>>(stream);
}

}  // namespace tycho::gpu::hermite
