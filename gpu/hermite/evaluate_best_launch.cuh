// The host side of evaluate_best, for the .cu file of each precision.
#pragma once

#include <algorithm>

#include "gpu/hermite/evaluate_best.cuh"
#include "gpu/support/launch.hpp"
#include "gpu/support/shared_memory.hpp"

namespace tycho::gpu::hermite {

template <typename F>
EvaluateBest<F>::EvaluateBest(Stream& stream) {
  const auto kernel = best::evaluate<F, true>;
  constexpr std::size_t kBytes = best::kSharedBytes<F>;
  allow_shared_memory(kernel, kBytes);
  allow_shared_memory(best::evaluate<F, false>, kBytes);
  int device = 0, multiprocessors = 0, resident = 0;
  TYCHO_CUDA(cudaGetDevice(&device));
  TYCHO_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  TYCHO_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kThreads, kBytes));
  blocks_ = clusters_ = {multiprocessors * std::max(resident, 1), 1};
  if (compiled_for_hopper(kernel))
    if (const int most =
            clusters_at_once(kernel, {dim3(kCluster), dim3(kThreads), kBytes, kCluster}))
      clusters_ = {most * kCluster, kCluster};
  const std::int64_t partials =
      std::max(most_partials(blocks_, F::kMostBodies), most_partials(clusters_, F::kMostBodies));
  partials_ = Buffer<double>(partials * kFields * kWarp, stream);
  counters_ = Buffer<unsigned>(std::max(most_counters(blocks_), most_counters(clusters_)), stream);
  counters_.zero(stream);
}

template <typename F>
void EvaluateBest<F>::reserve(std::int64_t targets, Stream& stream) {
  if (static_cast<std::size_t>(targets) > results_.size())
    results_ = Buffer<Result>(targets, stream);
}

template <typename F>
void EvaluateBest<F>::evaluate(const Job& job, Stream& stream) {
  if (clusters_.cluster == 1)
    launch(job, best::Kind::kAny, blocks_, stream);
  else if (!job.count.there)
    launch(job, best::Kind::kAny,
           by_clusters(job.count.value, job.sources.count) ? clusters_ : blocks_, stream);
  else {
    launch(job, best::Kind::kByClusters, clusters_, stream);
    launch(job, best::Kind::kByBlocks, blocks_, stream);
  }
}

template <typename F>
void EvaluateBest<F>::launch(const Job& job, best::Kind kind, const Crew& crew,
                             const Stream& stream) {
  const Plan plan = job.count.there
                        ? Plan{}
                        : make_plan(job.count.value, {job.sources.count, crew}, F::kMostBodies);
  const Grid grid{dim3(crew.blocks), dim3(kThreads), best::kSharedBytes<F>,
                  static_cast<unsigned>(crew.cluster)};
  launch_early(job.softening_sq > 0 ? best::evaluate<F, false> : best::evaluate<F, true>, grid,
               stream, job,
               best::Workspace{partials_.data(), counters_.data(),
                               job.results ? job.results : results_.data()},
               kind, plan);
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
