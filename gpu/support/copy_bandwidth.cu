#include "gpu/support/copy_bandwidth.hpp"

#include <algorithm>

#include "gpu/support/buffer.hpp"
#include "gpu/support/event.hpp"

namespace tycho::gpu {

double copy_bandwidth(std::size_t bytes, Stream& stream) {
  constexpr int kTrials = 5, kCopies = 10;
  Buffer<unsigned char> from(bytes, stream), to(bytes, stream);
  double best = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    Event first, last;
    first.record(stream);
    for (int copy = 0; copy < kCopies; ++copy)
      TYCHO_CUDA(
          cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, stream.get()));
    last.record(stream);
    stream.wait();
    best =
        std::max(best, 2.0 * kCopies * static_cast<double>(bytes) / elapsed(first, last).count());
  }
  return best;
}

}  // namespace tycho::gpu
