// One mechanism redoes what found a buffer full: here with a list of numbers that grows.
#include "gpu/support/redo.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "gpu/implementations.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu {
namespace {

struct Need {
  unsigned room;
};

constexpr int kAppend = 3, kPrepare = 4;  // numbers of stages

/// Appends `count` times the same value, if there is room for all, else nothing.
__global__ void append_all(int* list, int* length, int capacity, int value, int count,
                           Halt<Need> halt) {
  if (halt.before_this()) return;
  if (*length + count > capacity) {
    halt.need().room = *length + count;
    return halt.raise();
  }
  for (int i = 0; i < count; ++i) list[(*length)++] = value;
}

/// Appends as many as there is room for, and notes how many were appended.
__global__ void append_some(int* list, int* length, int capacity, int value, int count, int* done,
                            Halt<Need> halt) {
  if (halt.before_this()) return;
  for (; *done < count && *length < capacity; ++*done) list[(*length)++] = value;
  if (*done == count) return;
  halt.need().room = *length + 1;
  halt.raise();
}

__global__ void prepare(int* done, Halt<Need> halt) {
  if (!halt.before_this()) *done = 0;
}

class RedoOnDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = unavailable(); !reason.empty()) GTEST_SKIP() << reason;
    stream_.emplace();
    state_.emplace(*stream_);
  }

  /// A list on the device, at first with room for four numbers.
  struct State {
    explicit State(Stream& stream) : list(4, stream), length(1, stream), done(1, stream) {
      length.zero(stream);
      done.zero(stream);
    }
    Buffer<int> list, length, done;
  };

  void grow(unsigned room) {
    const std::vector<int> kept = state_->list.download(*stream_);
    std::vector<int> values(room, -1);
    std::copy(kept.begin(), kept.end(), values.begin());
    state_->list = Buffer<int>(room, *stream_);
    state_->list.upload(values, *stream_);
    stream_->wait();
  }

  void append_whole(int value, int count, Launches<Need>& launches) {
    State& s = *state_;
    launch(append_all, {1, 1}, *stream_, s.list.data(), s.length.data(),
           static_cast<int>(s.list.size()), value, count, launches.next());
  }

  void append_rest(int value, int count, Launches<Need>& launches) {
    State& s = *state_;
    launch(append_some, {1, 1}, *stream_, s.list.data(), s.length.data(),
           static_cast<int>(s.list.size()), value, count, s.done.data(), launches.next());
  }

  std::vector<int> list() {
    std::vector<int> values = state_->list.download(*stream_);
    values.resize(state_->length.download(*stream_).front());
    return values;
  }

  std::optional<Stream> stream_;
  std::optional<State> state_;
};

/// The numbers 1 to 12, each as often as it says, in their order.
std::vector<int> expected() {
  std::vector<int> values;
  for (int value = 1; value <= 12; ++value) values.insert(values.end(), value, value);
  return values;
}

TEST_F(RedoOnDevice, EnqueuesTheStageThatHaltedAgainWholeAndAllBehindIt) {
  Redo<Need> redo(*stream_, [&](const Halted<Need>& halted) {
    EXPECT_EQ(halted.stage, kAppend);
    EXPECT_EQ(halted.in_launch, 0);
    grow(halted.need.room);
  });
  for (int value = 1; value <= 12; ++value)
    redo.enqueue(kAppend,
                 [this, value](Launches<Need>& launches) { append_whole(value, value, launches); });
  stream_->wait();
  EXPECT_TRUE(redo.stopped());
  redo.complete();
  EXPECT_FALSE(redo.stopped());
  EXPECT_EQ(list(), expected());
  EXPECT_EQ(redo.redone(), 10);  // all but the first two
  redo.forget();
  EXPECT_EQ(redo.redone(), 0);
}

TEST_F(RedoOnDevice, FinishesAStageThatWasDoneInPart) {
  int value_halted = 0, growths = 0;
  Redo<Need> redo(
      *stream_,
      [&](const Halted<Need>& halted) {
        EXPECT_EQ(halted.stage % 100, kAppend);
        EXPECT_LE(halted.in_launch, 1);
        value_halted = halted.stage / 100;
        ++growths;
        grow(halted.need.room + 2);
      },
      [&](const Halted<Need>&, Launches<Need>& launches) {
        append_rest(value_halted, value_halted, launches);
      });
  for (int value = 1; value <= 12; ++value)
    redo.enqueue(100 * value + kAppend, [this, value](Launches<Need>& launches) {
      launch(prepare, {1, 1}, *stream_, state_->done.data(), launches.next());
      append_rest(value, value, launches);
    });
  stream_->wait();
  redo.complete();
  EXPECT_EQ(list(), expected());
  EXPECT_GT(growths, 12) << "a stage halted more than once";
  EXPECT_EQ(redo.redone(), growths);
}

TEST_F(RedoOnDevice, FindsAStageBehindOneWithoutLaunchesOfItsOwn) {
  int found = 0;
  Redo<Need> redo(*stream_, [&](const Halted<Need>& halted) {
    found = halted.stage;
    grow(halted.need.room);
  });
  redo.enqueue(kPrepare, [](Launches<Need>&) {});
  redo.enqueue(kAppend, [this](Launches<Need>& launches) { append_whole(7, 9, launches); });
  redo.enqueue(kPrepare, [](Launches<Need>&) {});
  stream_->wait();
  redo.complete();
  EXPECT_EQ(found, kAppend);
  EXPECT_EQ(list(), std::vector<int>(9, 7));
}

TEST_F(RedoOnDevice, RefusesAgainWhatNoRoomHelps) {
  Redo<Need> redo(*stream_,
                  [](const Halted<Need>&) { throw std::runtime_error("no room in the world"); });
  redo.enqueue(kAppend, [this](Launches<Need>& launches) { append_whole(1, 5, launches); });
  stream_->wait();
  EXPECT_THROW(redo.complete(), std::runtime_error);
  EXPECT_THROW(redo.complete(), std::runtime_error);
  redo.forget();
  EXPECT_FALSE(redo.stopped());
  redo.complete();
  EXPECT_TRUE(list().empty());
}

TEST_F(RedoOnDevice, WaitsForNothingWhereThereIsRoom) {
  Redo<Need> redo(*stream_, [](const Halted<Need>&) { FAIL() << "there is room"; });
  redo.enqueue(kAppend, [this](Launches<Need>& launches) { append_whole(1, 4, launches); });
  stream_->wait();
  const std::int64_t waits = stream_->waits();
  redo.complete();
  EXPECT_EQ(stream_->waits(), waits);
}

}  // namespace
}  // namespace tycho::gpu
