// Two threads are never inside together: not while the mutex belongs to one of them, not when
// another takes it from the owner, not after.
#include "g6/light_mutex.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace tycho::g6 {
namespace {

/// Counts twice how often it was entered. Nothing here is atomic: two inside at once lose a count,
/// or one sees the other between its two.
struct Room {
  LightMutex mutex;
  volatile long entered = 0, left = 0;
  long shared = 0;

  void enter() {
    const LightLock lock(mutex);
    if (entered != left) ++shared;
    entered = entered + 1;
    for (int i = 0; i < 50; ++i) static_cast<void>(left);  // so that most of the time is spent here
    left = left + 1;
  }
};

TEST(LightMutex, IsTakenAgainByTheThreadThatLeftIt) {
  Room room;
  for (int i = 0; i < 1000; ++i) room.enter();
  EXPECT_EQ(room.entered, 1000);
  EXPECT_EQ(room.shared, 0);
}

TEST(LightMutex, GoesFromThreadToThread) {
  Room room;
  for (int round = 0; round < 20; ++round) {
    std::thread([&] { room.enter(); }).join();
    room.enter();
  }
  EXPECT_EQ(room.entered, 40);
  EXPECT_EQ(room.shared, 0);
}

TEST(LightMutex, LetsNobodyInWhileItsOwnerIsInside) {
  LightMutex mutex;
  std::atomic<bool> in{false};
  std::thread other;
  for (const bool owned : {true, false}) {  // the first time it is taken from this thread
    in = false;
    {
      const LightLock lock(mutex);
      other = std::thread([&] {
        const LightLock theirs(mutex);
        in = true;
      });
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      EXPECT_FALSE(in) << "owned: " << owned;
    }
    other.join();
    EXPECT_TRUE(in);
  }
}

// The moment at which the owner loses it comes once in a mutex's life, so there are many.
TEST(LightMutex, IsTakenFromAnOwnerThatIsAtWork) {
  constexpr int kRooms = 400, kOwner = 500, kOther = 50;
  std::vector<Room> rooms(kRooms);
  std::atomic<int> owned{0};
  std::thread owner([&] {
    for (Room& room : rooms) {
      room.enter();
      ++owned;
      for (int i = 1; i < kOwner; ++i) room.enter();
    }
  });
  for (int r = 0; r < kRooms; ++r) {
    while (owned <= r) std::this_thread::yield();
    for (int i = 0; i < kOther; ++i) rooms[r].enter();
  }
  owner.join();
  for (const Room& room : rooms) {
    EXPECT_EQ(room.entered, kOwner + kOther);
    EXPECT_EQ(room.shared, 0);
  }
}

TEST(LightMutex, IsSharedByMany) {
  Room room;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 5000; ++i) room.enter();
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(room.entered, 20000);
  EXPECT_EQ(room.shared, 0);
}

}  // namespace
}  // namespace tycho::g6
