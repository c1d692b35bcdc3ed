// aubert2009, III.B: the loop H_i <- H_i + 1 on the CPU, between two transfers.
#include <algorithm>

#include "gpu/particle_mesh/histogram_host.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

void count_on_host(Pinned<std::int32_t>& cell, Pinned<std::uint32_t>& counts, int threads) {
  const auto particles = static_cast<std::ptrdiff_t>(cell.size());
  std::fill_n(counts.data(), counts.size(), 0u);
  if (threads == 1) {
    for (std::ptrdiff_t p = 0; p < particles; ++p) ++counts[cell[p]];
    return;
  }
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::ptrdiff_t p = 0; p < particles; ++p) {
#pragma omp atomic
    ++counts[cell[p]];
  }
}

}  // namespace

void HistogramHost::count(const Buffer<std::int32_t>& cell, Buffer<std::uint32_t>& counts,
                          Stream& stream) {
  download_begins_.record(stream);
  TYCHO_CUDA(cudaMemcpyAsync(cell_.data(), cell.data(), cell_.bytes(), cudaMemcpyDeviceToHost,
                             stream.get()));
  download_ends_.record(stream);
  stream.wait();
  count_on_host(cell_, counts_, threads_);
  upload_begins_.record(stream);
  TYCHO_CUDA(cudaMemcpyAsync(counts.data(), counts_.data(), counts_.bytes(), cudaMemcpyHostToDevice,
                             stream.get()));
  upload_ends_.record(stream);
}

std::map<std::string, double> HistogramHost::counters() const {
  upload_ends_.wait();
  return {{"histogram_download_bytes", double(cell_.bytes())},
          {"histogram_upload_bytes", double(counts_.bytes())},
          {"histogram_download_s", elapsed(download_begins_, download_ends_).count()},
          {"histogram_upload_s", elapsed(upload_begins_, upload_ends_).count()}};
}

}  // namespace tycho::gpu::particle_mesh
