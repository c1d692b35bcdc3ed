// Between host and device, both ways: from memory that is page-locked and from memory that is not.
#include <algorithm>
#include <chrono>

#include "core/units.hpp"
#include "gpu/probe/kinds.hpp"
#include "gpu/probe/pattern.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/pinned.hpp"

namespace tycho::gpu::probe {

namespace {

double now() { return Seconds(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// By the host's clock, with the wait: a copy from pageable memory is partly the host's own work.
template <typename Copy>
std::vector<double> host_sample(const ProbeOptions& options, Copy&& copy) {
  const int repeats = options.small ? 3 : 7;
  copy();
  std::vector<double> seconds;
  for (int i = 0; i < repeats; ++i) {
    const double start = now();
    copy();
    seconds.push_back(now() - start);
  }
  return seconds;
}

double count_wrong_here(const std::uint32_t* words, std::size_t count) {
  double wrong = 0;
  for (std::size_t i = 0; i < count; ++i)
    wrong += words[i] == static_cast<std::uint32_t>(i) * kPattern ? 0 : 1;
  return wrong;
}

void both_ways(const ProbeOptions& options, const std::string& kind, std::uint32_t* host,
               Buffer<std::uint32_t>& device, Stream& stream, std::vector<Probed>& found) {
  const std::size_t bytes = device.bytes(), words = device.size();
  const std::string size = std::to_string(bytes >> 20) + " MiB";
  for (std::size_t i = 0; i < words; ++i) host[i] = static_cast<std::uint32_t>(i) * kPattern;
  device.poison(stream);
  Probed to{"to_device_" + kind, "host to device, " + kind, size, "GB/s"};
  to.work = static_cast<double>(bytes);
  to.seconds = host_sample(options, [&] {
    TYCHO_CUDA(cudaMemcpyAsync(device.data(), host, bytes, cudaMemcpyHostToDevice, stream.get()));
    stream.wait();
  });
  to.checked = "every word";
  to.error = count_wrong(device.data(), words, stream);
  found.push_back(to);

  std::fill_n(host, words, 0xffffffffU);
  Probed from{"to_host_" + kind, "device to host, " + kind, size, "GB/s"};
  from.work = static_cast<double>(bytes);
  from.seconds = host_sample(options, [&] {
    TYCHO_CUDA(cudaMemcpyAsync(host, device.data(), bytes, cudaMemcpyDeviceToHost, stream.get()));
    stream.wait();
  });
  from.checked = "every word";
  from.error = count_wrong_here(host, words);
  found.push_back(from);
}

}  // namespace

std::vector<Probed> transfer(const ProbeOptions& options) {
  Stream stream;
  const std::size_t words = options.small ? std::size_t{1} << 18 : std::size_t{1} << 26;
  Buffer<std::uint32_t> device(words, stream);
  std::vector<Probed> found;
  {
    Pinned<std::uint32_t> host(words);
    both_ways(options, "pinned", host.data(), device, stream, found);
  }
  std::vector<std::uint32_t> host(words);
  both_ways(options, "pageable", host.data(), device, stream, found);
  return found;
}

}  // namespace tycho::gpu::probe
