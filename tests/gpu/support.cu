// The owners of the CUDA side, on a device. Without one every test here is skipped.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <thread>

#include "core/error.hpp"
#include "core/stage_timer.hpp"
#include "gpu/implementations.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/completing_clock.hpp"
#include "gpu/support/device_clock.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/pinned.hpp"

namespace tycho::gpu {
namespace {

constexpr std::array<Stage, 2> kStages{{{"quiet", "Quiet"}, {"broken", "Broken"}}};

class Support : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = unavailable(); !reason.empty()) GTEST_SKIP() << reason;
  }
};

__global__ void spin(std::int64_t nanoseconds) {
  std::int64_t start, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - start < nanoseconds);
}

__global__ void write_out_of_bounds(int* data) { data[std::int64_t{1} << 40] = 1; }

__global__ void square(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= values[i];
}

TEST_F(Support, BusyKernelOfFiftyMillisecondsReadsFiftyMilliseconds) {
  Stream stream;
  DeviceClock clock(stream);
  launch(spin, {1, 1}, stream, 1'000'000);
  const int a = clock.mark();
  launch(spin, {1, 1}, stream, 50'000'000);
  const int b = clock.mark();
  clock.wait();
  EXPECT_NEAR(clock.between(a, b).count(), 0.050, 0.05 * 0.050);
}

TEST_F(Support, ClockOfOneStreamDoesNotSeeWorkOnAnother) {
  Stream busy, idle;
  DeviceClock clock(idle);
  launch(spin, {1, 1}, idle, 1000);
  idle.wait();
  launch(spin, {1, 1}, busy, 50'000'000);
  const int a = clock.mark();
  launch(spin, {1, 1}, idle, 1'000'000);
  const int b = clock.mark();
  clock.wait();
  EXPECT_LT(clock.between(a, b).count(), 0.005);
  busy.wait();
}

// All clocks of a stream that an algorithm may have: one of our own, one whose work may stop on its
// way, and one of a library by others.
class ClocksOfAStream : public Support {
 protected:
  void each(const std::function<void(Clock&, const Stream&)>& look_at) {
    Stream stream;
    launch(spin, {1, 1}, stream, 1000);
    stream.wait();
    DeviceClock own(stream);
    look_at(own, stream);
    CompletingClock completing(stream, [] {});
    look_at(completing, stream);
    look_at(*stream_clock(stream.get()), stream);
  }
};

TEST_F(ClocksOfAStream, TimeTheWorkOfASlowHostAtTheDevicesPaceBehindAHeadStart) {
  each([](Clock& clock, const Stream& stream) {
    const auto reading = [&](Seconds lead) {
      clock.clear();
      clock.head_start(lead);
      const int a = clock.mark();
      for (int i = 0; i < 10; ++i) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        launch(spin, {1, 1}, stream, 10'000);
      }
      const int b = clock.mark();
      clock.wait();
      return clock.between(a, b).count();
    };
    EXPECT_GT(reading(Seconds(0)), 2e-3);
    EXPECT_LT(reading(Seconds(0.015)), 0.5e-3);
  });
}

TEST_F(ClocksOfAStream, GiveAHeadStartAsLongAsAsked) {
  each([](Clock& clock, const Stream&) {
    const int a = clock.mark();
    clock.head_start(Seconds(3e-3));
    const int b = clock.mark();
    clock.wait();
    EXPECT_GE(clock.between(a, b).count(), 2.9e-3);
  });
}

TEST_F(Support, CostOfTwoMarksIsMicroseconds) {
  Stream stream;
  DeviceClock clock(stream);
  const double cost = clock.cost().count();
  EXPECT_GT(cost, 0);
  EXPECT_LT(cost, 1e-3);
}

TEST_F(Support, StreamCountsTheHostsWaits) {
  Stream stream;
  Buffer<float> buffer(16, stream);
  EXPECT_EQ(stream.waits(), 0);
  stream.wait();
  buffer.download(stream);
  EXPECT_EQ(stream.waits(), 2);
}

TEST_F(Support, BufferStartsPoisonedAndCarriesValuesBothWays) {
  Stream stream;
  Buffer<float> buffer(1013, stream);
  for (const float value : buffer.download(stream)) ASSERT_TRUE(std::isnan(value));
  std::vector<float> values(1013);
  for (int i = 0; i < 1013; ++i) values[i] = i + 0.5f;
  buffer.upload(values, stream);
  launch(square, cover(1013), stream, buffer.data(), 1013);
  const std::vector<float> back = buffer.download(stream);
  for (int i = 0; i < 1013; ++i) ASSERT_EQ(back[i], values[i] * values[i]);
}

TEST_F(Support, RefusesACopyOfTheWrongSize) {
  Stream stream;
  Buffer<float> buffer(8, stream);
  EXPECT_THROW(buffer.upload(std::vector<float>(9), stream), std::logic_error);
}

TEST_F(Support, OutOfMemoryNamesWhatIsAskedForAndFree) {
  Stream stream;
  const std::size_t far_too_many = std::size_t{1} << 46;
  try {
    Buffer<char> buffer(far_too_many, stream);
    FAIL() << "no error";
  } catch (const Unavailable& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find(" asks for 65536 GiB, "), std::string::npos) << text;
    EXPECT_NE(text.find("are free"), std::string::npos) << text;
  }
  Buffer<char> small(16, stream);  // and the next allocation works
  stream.wait();
  EXPECT_THROW(require_memory(far_too_many, "a test"), Unavailable);
}

TEST_F(Support, OutOfPageLockedMemoryIsUnavailableAndLeavesNoError) {
  EXPECT_THROW(Pinned<char>(std::size_t{1} << 50), Unavailable);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(Support, AnErrorThatWasThrownIsNotTheNextLaunchs) {
  EXPECT_THROW(TYCHO_CUDA(cudaSetDevice(9999)), CudaError);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(Support, RefusedLaunchThrowsAtOnce) {
  Stream stream;
  EXPECT_THROW(launch(spin, {1, 100000}, stream, 1), CudaError);
  stream.wait();  // and leaves the context usable
}

// Poisons the context of this process, so it runs in a process of its own.
TEST_F(Support, FailingKernelSurfacesAsAnExceptionNamingItsStage) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        Stream stream;
        DeviceClock clock(stream);
        GuardTimer timer(kStages, clock);
        try {
          stage(timer, 0, [&] { launch(spin, {1, 1}, stream, 1000); });
          stage(timer, 1, [&] {
            launch(write_out_of_bounds, {1, 1}, stream, static_cast<int*>(nullptr));
          });
        } catch (const StageError& error) {
          std::fprintf(stderr, "caught %s\n", error.what());
          std::_Exit(error.stage() == "broken" ? 7 : 8);
        }
        std::_Exit(9);
      },
      testing::ExitedWithCode(7), "stage 'broken': cudaError");
}

}  // namespace
}  // namespace tycho::gpu
