// The time it takes to start a kernel, to record an event in a stream, and to wait.
#include <chrono>

#include "core/units.hpp"
#include "gpu/probe/kinds.hpp"
#include "gpu/probe/sample.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/graph.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::probe {

namespace {

// Timed without a counter, checked with one: the same kernel, the same launches.
__global__ void empty_kernel(unsigned* count) {
  if (count) atomicAdd(count, 1U);
}

double now() { return Seconds(std::chrono::steady_clock::now().time_since_epoch()).count(); }

void put(const Stream& stream, unsigned* count, int launches) {
  for (int i = 0; i < launches; ++i) launch(empty_kernel, {1, 32}, stream, count);
}

class Launches {
 public:
  explicit Launches(const ProbeOptions& options)
      : options_(options), many_(options.small ? 20 : 1000), repeats_(options.small ? 3 : 11) {
    for (int i = 0; i < 3; ++i) put(stream_, nullptr, many_);
    stream_.wait();
  }

  std::vector<Probed> all() {
    return {between_events(), event_pair(), in_a_row(),    in_a_graph(),
            enqueue(),        round_trip(), event_record()};
  }

 private:
  // Every launch of `body` with a counter counts 32 threads.
  template <typename Body>
  void check(Probed& rate, int launches, Body&& body) {
    Buffer<unsigned> count(1, stream_);
    count.zero(stream_);
    body(count.data());
    rate.checked = "launches that arrived";
    rate.error = static_cast<double>(count.download(stream_)[0]) - 32.0 * launches;
    rate.error = rate.error < 0 ? -rate.error : rate.error;
  }

  // As DeviceClock::cost(): all enqueued before the host waits.
  std::vector<double> between_marks(bool kernel) {
    const std::size_t trials = options_.small ? 5 : 101;
    std::vector<Event> events(2 * trials);
    for (std::size_t i = 0; i < trials; ++i) {
      events[2 * i].record(stream_);
      if (kernel) put(stream_, nullptr, 1);
      events[2 * i + 1].record(stream_);
    }
    stream_.wait();
    std::vector<double> readings;
    for (std::size_t i = 0; i < trials; ++i)
      readings.push_back(elapsed(events[2 * i], events[2 * i + 1]).count());
    return readings;
  }
  Probed between_events() {
    Probed rate{"empty_kernel", "an empty kernel between two events", "one block", "s"};
    rate.work = 1;
    rate.seconds = between_marks(true);
    check(rate, 1, [&](unsigned* count) { put(stream_, count, 1); });
    return rate;
  }
  Probed event_pair() {
    Probed rate{"event_pair", "two events with nothing between", "", "s"};
    rate.work = 1;
    rate.seconds = between_marks(false);
    rate.checked = "times below zero";
    for (const double reading : rate.seconds) rate.error += reading >= 0 ? 0 : 1;
    return rate;
  }
  Probed in_a_row() {
    Probed rate{"launch", "kernel launches in a row, stream time each", words(), "s"};
    rate.work = many_;
    rate.seconds = sample(stream_, options_, [&] { put(stream_, nullptr, many_); });
    check(rate, many_, [&](unsigned* count) { put(stream_, count, many_); });
    return rate;
  }
  Probed in_a_graph() {
    Probed rate{"launch_graph", "kernels of one graph in a row, stream time each", words(), "s"};
    rate.work = many_;
    Graph timed(stream_, [&] { put(stream_, nullptr, many_); });
    rate.seconds = sample(stream_, options_, [&] { timed.launch(stream_); });
    check(rate, many_, [&](unsigned* count) {
      Graph counting(stream_, [&] { put(stream_, count, many_); });
      counting.launch(stream_);
      stream_.wait();
    });
    return rate;
  }
  Probed enqueue() {
    Probed rate{"launch_host", "kernel launch, host time", words(), "s"};
    rate.work = many_;
    for (int i = 0; i < repeats_; ++i) {
      const double start = now();
      put(stream_, nullptr, many_);
      rate.seconds.push_back(now() - start);
      stream_.wait();
    }
    check(rate, many_, [&](unsigned* count) { put(stream_, count, many_); });
    return rate;
  }
  Probed round_trip() {
    Probed rate{"launch_wait", "kernel launch and wait, host time", "one block", "s"};
    rate.work = 1;
    for (int i = 0; i < (options_.small ? 5 : 101); ++i) {
      const double start = now();
      put(stream_, nullptr, 1);
      stream_.wait();
      rate.seconds.push_back(now() - start);
    }
    check(rate, 1, [&](unsigned* count) { put(stream_, count, 1); });
    return rate;
  }
  Probed event_record() {
    Probed rate{"event_record", "event record, host time", words(), "s"};
    rate.work = many_;
    std::vector<Event> events(static_cast<std::size_t>(many_));
    for (int i = 0; i < repeats_; ++i) {
      const double start = now();
      for (Event& event : events) event.record(stream_);
      rate.seconds.push_back(now() - start);
      stream_.wait();
    }
    rate.checked = "times that run backwards";
    for (std::size_t i = 1; i < events.size(); ++i)
      rate.error += elapsed(events[i - 1], events[i]).count() >= 0 ? 0 : 1;
    return rate;
  }
  std::string words() const { return std::to_string(many_) + " in a row"; }

  const ProbeOptions& options_;
  int many_, repeats_;
  Stream stream_;
};

}  // namespace

std::vector<Probed> launches(const ProbeOptions& options) { return Launches(options).all(); }

}  // namespace tycho::gpu::probe
