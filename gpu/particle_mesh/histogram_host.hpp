// The paper's mixed histogram: cell indexes to the host, counted there, counts back to the device.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "gpu/support/buffer.hpp"
#include "gpu/support/event.hpp"
#include "gpu/support/pinned.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::particle_mesh {

class HistogramHost {
 public:
  HistogramHost(std::int64_t particles, std::int64_t cells, int threads)
      : cell_(static_cast<std::size_t>(particles)),
        counts_(static_cast<std::size_t>(cells)),
        threads_(threads) {}

  /// Waits for the indexes.
  void count(const Buffer<std::int32_t>& cell, Buffer<std::uint32_t>& counts, Stream& stream);

  /// Bytes and seconds of the last step's two transfers, which are part of the stage's time.
  std::map<std::string, double> counters() const;

 private:
  Pinned<std::int32_t> cell_;
  Pinned<std::uint32_t> counts_;
  int threads_;
  Event download_begins_, download_ends_, upload_begins_, upload_ends_;
};

}  // namespace tycho::gpu::particle_mesh
