#include "harness/ranks/probe.hpp"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "core/error.hpp"
#include "core/units.hpp"

namespace tycho::ranks {

namespace {

constexpr std::size_t kShort = 8, kLong = std::size_t{4} << 20;  // bytes of a message
constexpr int kTag = 1;

/// A byte that says who sent it and where it stands.
std::uint8_t mark(int rank, std::size_t i) {
  return static_cast<std::uint8_t>(31 * static_cast<std::size_t>(rank) + i % 251);
}

double wrong(const std::vector<std::uint8_t>& come, std::size_t first, std::size_t length,
             int sender, std::size_t sent_from) {
  double count = 0;
  for (std::size_t i = 0; i < length; ++i) count += come[first + i] != mark(sender, sent_from + i);
  return count;
}

/// Seconds of a body that all ranks run, of the slowest. The first call is not counted.
std::vector<double> samples(Ranks& ranks, bool small, const std::function<void()>& body) {
  body();
  std::vector<double> seconds;
  for (int i = 0; i < (small ? 3 : 11); ++i) {
    ranks.wait();
    const auto start = std::chrono::steady_clock::now();
    body();
    seconds.push_back(ranks.agree(Seconds(std::chrono::steady_clock::now() - start).count()));
  }
  return seconds;
}

std::string where(const std::vector<std::int64_t>& nodes) {
  const auto last = *std::max_element(nodes.begin(), nodes.end());
  return std::to_string(nodes.size()) + " ranks on " + std::to_string(last + 1) +
         (last == 0 ? " node" : " nodes");
}

/// There and back between the first and the last rank.
Probed ping_pong(Ranks& ranks, std::size_t bytes, int times, bool small) {
  const int last = ranks.size() - 1;
  std::vector<std::uint8_t> mine(bytes), come(bytes);
  for (std::size_t i = 0; i < bytes; ++i) mine[i] = mark(ranks.rank(), i);
  const auto count = static_cast<int>(bytes);
  const auto send = [&](int to) {
    MPI_Send(mine.data(), count, MPI_BYTE, to, kTag, MPI_COMM_WORLD);
  };
  const auto receive = [&](int from) {
    MPI_Recv(come.data(), count, MPI_BYTE, from, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  };
  Probed probed;
  probed.seconds = samples(ranks, small, [&] {
    for (int t = 0; t < times; ++t) {
      if (ranks.rank() == 0) send(last);
      if (ranks.rank() == last) receive(0);
      if (ranks.rank() == last) send(0);
      if (ranks.rank() == 0) receive(last);
    }
  });
  probed.error = ranks.rank() == 0 ? wrong(come, 0, bytes, last, 0) : 0;
  return probed;
}

Probed all_to_all(Ranks& ranks, bool small) {
  const auto size = static_cast<std::size_t>(ranks.size());
  const std::size_t each = std::max<std::size_t>(1, (small ? kLong / 64 : kLong) / size);
  std::vector<std::uint8_t> mine(each * size), come(each * size);
  for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = mark(ranks.rank(), i);
  Probed probed;
  probed.seconds = samples(ranks, small, [&] {
    MPI_Alltoall(mine.data(), static_cast<int>(each), MPI_BYTE, come.data(), static_cast<int>(each),
                 MPI_BYTE, MPI_COMM_WORLD);
  });
  double errors = 0;
  for (std::size_t r = 0; r < size; ++r)
    errors += wrong(come, r * each, each, static_cast<int>(r),
                    static_cast<std::size_t>(ranks.rank()) * each);
  probed.error = static_cast<double>(ranks.sum(static_cast<std::int64_t>(errors)));
  probed.work = static_cast<double>(each * (size - 1));
  return probed;
}

}  // namespace

std::vector<Probed> probe_transport(Mpi& mpi, const ProbeOptions& options) {
  Ranks& ranks = mpi.all();
  if (ranks.alone()) throw UsageError("one rank has nobody to send to: ask for two or more");
  const std::string place = where(mpi.nodes());
  const int times = options.small ? 10 : 1000, long_times = options.small ? 1 : 20;

  Probed latency = ping_pong(ranks, kShort, times, options.small);
  latency.id = "rank_latency";
  latency.label = "A message of 8 bytes to another rank";
  latency.unit = "s";
  latency.work = 2.0 * times;

  Probed bandwidth = ping_pong(ranks, kLong, long_times, options.small);
  bandwidth.id = "rank_bandwidth";
  bandwidth.label = "A message of 4 MiB to another rank";
  bandwidth.unit = "GB/s";
  bandwidth.work = 2.0 * long_times * static_cast<double>(kLong);

  Probed all = all_to_all(ranks, options.small);
  all.id = "rank_all_to_all";
  all.label = "All ranks to all, received by each";
  all.unit = "GB/s";

  std::vector<Probed> found{std::move(latency), std::move(bandwidth), std::move(all)};
  for (Probed& one : found) {
    one.size = place;
    one.checked = "bytes that are not what was sent";
  }
  return found;
}

}  // namespace tycho::ranks
