// The host side of evaluate_best, for the .cu file of each precision.
#pragma once

#include <algorithm>

#include "gpu/hermite/evaluate_best.cuh"
#include "gpu/support/launch.hpp"
#include "gpu/support/shared_memory.hpp"

namespace tycho::gpu::hermite {

template <typename F>
EvaluateBest<F>::EvaluateBest(Stream& stream) {
  allow_shared_memory(best::evaluate<F, true>, best::kSharedBytes<F>);
  allow_shared_memory(best::evaluate<F, false>, best::kSharedBytes<F>);
  int device = 0, multiprocessors = 0, resident = 0;
  TYCHO_CUDA(cudaGetDevice(&device));
  TYCHO_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  TYCHO_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, best::evaluate<F, true>,
                                                           kThreads, best::kSharedBytes<F>));
  blocks_ = multiprocessors * std::max(resident, 1);
  const std::int64_t per_group = kFields * kWarp;
  partials_ = Buffer<double>(most_partials(blocks_, F::kMostBodies) * per_group, stream);
  joints_ = Buffer<double>(most_joints(blocks_, F::kMostBodies) * per_group, stream);
}

template <typename F>
void EvaluateBest<F>::reserve(std::int64_t targets, Stream& stream) {
  if (static_cast<std::size_t>(targets) <= results_.size()) return;
  results_ = Buffer<Result>(targets, stream);
  counters_ = Buffer<unsigned>(most_counters(targets, blocks_), stream);
  counters_.zero(stream);
}

template <typename F>
void EvaluateBest<F>::evaluate(const Job& job, Stream& stream) {
  const Grid grid{dim3(blocks_), dim3(kThreads), best::kSharedBytes<F>};
  launch_early(job.softening_sq > 0 ? best::evaluate<F, false> : best::evaluate<F, true>, grid,
               stream, job,
               best::Workspace{partials_.data(), joints_.data(), counters_.data(),
                               job.results ? job.results : results_.data()});
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
