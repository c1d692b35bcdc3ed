// Errors come back as codes with one message, never as an abort, and g6_reset_ recovers.
#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <new>

#include "tests/g6/grape.hpp"

#ifdef TYCHO_SANITIZED
// AddressSanitizer's own operator new ends the program where memory runs out.
namespace {
std::atomic<std::int64_t> bytes_left{std::int64_t{1} << 62};
}
void operator delete(void* memory) noexcept {
  bytes_left += static_cast<std::int64_t>(malloc_usable_size(memory));
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
void* operator new(std::size_t bytes) {
  void* memory = std::malloc(bytes);
  bytes_left -= static_cast<std::int64_t>(malloc_usable_size(memory));
  if (bytes_left >= 0) return memory;
  operator delete(memory);
  throw std::bad_alloc();
}
#endif

namespace tycho {
namespace {

class Errors : public G6 {
 protected:
  // The cluster must do its work again after this.
  static void expect_recovered(Grape& grape) {
    ASSERT_EQ(g6_reset_(grape.id()), TYCHO_G6_OK);
    const auto bodies = some_bodies(11);
    grape.send(bodies);
    grape.time(0.25);
    const Point at{-1, {0, 0, 3}, {}, 0};
    expect_same(grape.pull(11, {at}, 0)[0], expected(bodies, 11, 0.25, at, 0), relative());
  }
  static int lines(const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, Errors, testing::ValuesIn(engine_ways()), way_name);

TEST_P(Errors, AnAddressBeyondAnySaneSize) {
  for (const int address : {-1, 1 << 25, std::numeric_limits<int>::max()}) {
    Grape grape(fresh());
    testing::internal::CaptureStderr();
    EXPECT_EQ(grape.send(address, some_bodies(1)[0]), TYCHO_G6_BAD_ADDRESS);
    // It stands: forces without the particle would be wrong.
    EXPECT_EQ(grape.send(0, some_bodies(1)[0]), TYCHO_G6_BAD_ADDRESS);
    grape.first(1, {{-1, {}, {}, 0}}, 0);
    std::vector<Pulled> results;
    EXPECT_EQ(grape.last(1, 1, results), TYCHO_G6_BAD_ADDRESS);
    EXPECT_TRUE(std::isnan(results[0].pot)) << "results of a call that failed";
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(lines(said), 1) << said;
    EXPECT_NE(said.find(std::to_string(address)), std::string::npos) << said;
    EXPECT_NE(said.find("33554431"), std::string::npos) << said;
    expect_recovered(grape);
  }
}

TEST_P(Errors, AFarAddressTakesNoMemoryBeforeItActs) {
  Grape grape(fresh());
  auto bodies = some_bodies(4);
  grape.send((1 << 25) - 1, bodies[3]);
  bodies.resize(3);
  grape.send(bodies);
  grape.time(0);
  const Point at{-1, {0, 0, 3}, {}, 0};
  expect_same(grape.pull(3, {at}, 0)[0], expected(bodies, 3, 0, at, 0), relative());
}

TEST_P(Errors, AParticleThatIsNotANumber) {
  for (int which = 0; which < 7; ++which) {
    Grape grape(fresh());
    Body body = some_bodies(1)[0];
    double* const fields[] = {&body.t,       &body.mass,     &body.x[1],     &body.v[2],
                              &body.aby2[0], &body.a1by6[1], &body.a2by18[2]};
    *fields[which] = which % 2 ? NAN : -INFINITY;
    testing::internal::CaptureStderr();
    EXPECT_EQ(grape.send(0, body), TYCHO_G6_NOT_FINITE);
    EXPECT_EQ(grape.send(1, some_bodies(1)[0]), TYCHO_G6_NOT_FINITE);
    grape.first(1, {{-1, {}, {}, 0}}, 0);
    std::vector<Pulled> results;
    EXPECT_EQ(grape.last(1, 1, results), TYCHO_G6_NOT_FINITE);
    EXPECT_EQ(lines(testing::internal::GetCapturedStderr()), 1);
    expect_recovered(grape);
  }
}

TEST_P(Errors, APointOrTimeOrSofteningThatIsNotANumber) {
  Grape grape(fresh());
  const auto bodies = some_bodies(11);
  grape.send(bodies);
  const Point good{-1, {0, 0, 3}, {}, 0};
  std::vector<Pulled> results;
  testing::internal::CaptureStderr();
  grape.first(11, {good, {-1, {0, NAN, 0}, {}, 0}}, 0);
  EXPECT_EQ(grape.last(11, 2, results), TYCHO_G6_NOT_FINITE);
  grape.first(11, {{-1, {}, {0, INFINITY, 0}, 0}}, 0);
  EXPECT_EQ(grape.last(11, 1, results), TYCHO_G6_NOT_FINITE);
  for (const double eps2 : {double{NAN}, -1.0}) {
    grape.first(11, {good}, eps2);
    EXPECT_EQ(grape.last(11, 1, results), TYCHO_G6_NOT_FINITE);
  }
  EXPECT_EQ(lines(testing::internal::GetCapturedStderr()), 1) << "said once, not at every call";
  // Nothing of it lasts: the next firsthalf is a new question.
  grape.time(0);
  expect_same(grape.pull(11, {good}, 0)[0], expected(bodies, 11, 0, good, 0), relative());

  testing::internal::CaptureStderr();
  EXPECT_EQ(grape.time(NAN), TYCHO_G6_NOT_FINITE);
  grape.first(11, {good}, 0);
  EXPECT_EQ(grape.last(11, 1, results), TYCHO_G6_NOT_FINITE);
  EXPECT_EQ(lines(testing::internal::GetCapturedStderr()), 1);
  expect_recovered(grape);
}

TEST_P(Errors, NamesTheFirstPointThatIsNotANumber) {
  Grape grape(fresh());
  grape.send(some_bodies(3));
  std::vector<Point> points(50, {-1, {0, 0, 3}, {}, 0});
  for (const int pipe : {49, 26, 13}) points[pipe] = {pipe, {0, NAN, 0}, {}, 0};
  std::vector<Pulled> results;
  testing::internal::CaptureStderr();
  grape.first(3, points, 0);
  EXPECT_EQ(grape.last(3, 50, results), TYCHO_G6_NOT_FINITE);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("index 13 in pipe 13 "), std::string::npos);
}

// In a block so large that the device may already work on its first particles.
TEST_P(Errors, AreFoundInTheLastPipe) {
  Grape grape(fresh());
  grape.send(some_bodies(3));
  std::vector<Point> points(g6_npipes_(), {-1, {0, 0, 3}, {}, 0});
  points.back().v[1] = INFINITY;
  std::vector<Pulled> results;
  testing::internal::CaptureStderr();
  grape.first(3, points, 0);
  EXPECT_EQ(grape.last(3, 1, results), TYCHO_G6_NOT_FINITE);
  EXPECT_EQ(lines(testing::internal::GetCapturedStderr()), 1);
  expect_recovered(grape);
}

TEST_P(Errors, CallsOutOfOrder) {
  Grape grape(fresh());
  std::vector<Pulled> results;
  testing::internal::CaptureStderr();
  EXPECT_EQ(grape.last(0, 0, results), TYCHO_G6_BAD_ORDER) << "no firsthalf";
  // Slots that were never set.
  grape.send(0, some_bodies(1)[0]);
  grape.send(2, some_bodies(1)[0]);
  grape.first(3, {{-1, {}, {}, 0}}, 0);
  EXPECT_EQ(grape.last(3, 1, results), TYCHO_G6_BAD_ORDER);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("firsthalf"), std::string::npos) << said;
  EXPECT_EQ(lines(said), 1) << said;

  testing::internal::CaptureStderr();
  grape.first(1, {{-1, {}, {}, 0}}, 0);
  EXPECT_EQ(grape.last(1, 2, results), TYCHO_G6_BAD_ARGUMENT) << "more than firsthalf had";
  EXPECT_EQ(grape.last(1, 1, results), TYCHO_G6_OK);
  EXPECT_EQ(grape.last(1, 1, results), TYCHO_G6_OK) << "the results stay until the next firsthalf";
  EXPECT_EQ(lines(testing::internal::GetCapturedStderr()), 1);
  expect_recovered(grape);
}

TEST_P(Errors, AClusterThatIsNotOpen) {
  int id = fresh();
  double ti = 0;
  testing::internal::CaptureStderr();
  EXPECT_EQ(g6_set_ti_(&id, &ti), TYCHO_G6_NOT_OPEN);
  EXPECT_EQ(g6_flush_jp_buffer_(&id), TYCHO_G6_NOT_OPEN);
  EXPECT_EQ(g6_read_neighbour_list_(&id), TYCHO_G6_NOT_OPEN);
  EXPECT_EQ(lines(testing::internal::GetCapturedStderr()), 1);
  testing::internal::CaptureStderr();
  EXPECT_EQ(g6_close_(&id), TYCHO_G6_NOT_OPEN);
  EXPECT_EQ(lines(testing::internal::GetCapturedStderr()), 1);
  {
    Grape grape(id);
    EXPECT_EQ(g6_set_ti_(&id, &ti), TYCHO_G6_OK);
  }
  testing::internal::CaptureStderr();
  EXPECT_EQ(g6_set_ti_(&id, &ti), TYCHO_G6_NOT_OPEN) << "closed";
  testing::internal::GetCapturedStderr();
  // A reset opens: whoever follows an error with one can go on.
  EXPECT_EQ(g6_reset_(&id), TYCHO_G6_OK);
  EXPECT_EQ(g6_set_ti_(&id, &ti), TYCHO_G6_OK);
  EXPECT_EQ(g6_close_(&id), TYCHO_G6_OK);
}

TEST_P(Errors, CallsToNumbersNeverOpenedKeepNothing) {
  double ti = 0;
  const auto call_with_many = [&](int first) {
    for (int id = first; id < first + 10000; ++id) {
      ASSERT_EQ(g6_set_ti_(&id, &ti), TYCHO_G6_NOT_OPEN);
      ASSERT_EQ(g6_close_(&id), TYCHO_G6_NOT_OPEN);
    }
  };
  testing::internal::CaptureStderr();
  call_with_many(1000000);
  const std::size_t before = mallinfo2().uordblks;
  call_with_many(2000000);
  const std::size_t after = mallinfo2().uordblks;
  testing::internal::GetCapturedStderr();
  EXPECT_LT(after, before + 10000);
}

TEST_P(Errors, AReopenedClusterIsEmpty) {
  int id = fresh();
  {
    Grape grape(id);
    grape.send(some_bodies(3));
  }
  Grape grape(id);
  std::vector<Pulled> results;
  testing::internal::CaptureStderr();
  grape.first(1, {{-1, {}, {}, 0}}, 0);
  EXPECT_EQ(grape.last(1, 1, results), TYCHO_G6_BAD_ORDER);
  testing::internal::GetCapturedStderr();
  expect_recovered(grape);
}

TEST_P(Errors, CountsThatCannotBe) {
  Grape grape(fresh());
  const auto bodies = some_bodies(3);
  grape.send(bodies);
  std::vector<Pulled> results;
  testing::internal::CaptureStderr();
  grape.first(-1, {{-1, {}, {}, 0}}, 0);
  EXPECT_EQ(grape.last(1, 1, results), TYCHO_G6_BAD_ARGUMENT);
  grape.first(3, std::vector<Point>(16385), 0);
  EXPECT_EQ(grape.last(3, 1, results), TYCHO_G6_BAD_ARGUMENT);
  double eps2 = 0;
  int nj = 3, ni = 1;
  g6calc_firsthalf_(grape.id(), &nj, &ni, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                    &eps2, nullptr);
  EXPECT_EQ(grape.last(3, 1, results), TYCHO_G6_BAD_ARGUMENT);
  g6calc_firsthalf_(grape.id(), nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                    nullptr, nullptr, nullptr);
  EXPECT_EQ(grape.last(3, 1, results), TYCHO_G6_BAD_ARGUMENT);
  EXPECT_EQ(lines(testing::internal::GetCapturedStderr()), 1);
  int address = 0;
  double one = 1;
  testing::internal::CaptureStderr();
  EXPECT_EQ(g6_set_j_particle_(grape.id(), &address, &ni, &one, &one, &one, nullptr, nullptr,
                               nullptr, nullptr, nullptr),
            TYCHO_G6_BAD_ARGUMENT);
  double zeros[3] = {};
  EXPECT_EQ(g6_set_j_particle_(grape.id(), &address, nullptr, &one, &one, &one, zeros, zeros, zeros,
                               zeros, zeros),
            TYCHO_G6_BAD_ARGUMENT);
  testing::internal::GetCapturedStderr();
  expect_recovered(grape);
}

// What the process has in writable memory now, and some more, is all it gets.
void allow_more(rlim_t bytes) {
#ifdef TYCHO_SANITIZED
  bytes_left = static_cast<std::int64_t>(bytes);
  return;
#endif
  std::ifstream status("/proc/self/status");
  std::string line;
  rlim_t kilobytes = 0;
  while (std::getline(status, line))
    if (line.rfind("VmData:", 0) == 0) kilobytes = std::stoul(line.substr(7));
  const rlimit limit{1024 * kilobytes + bytes, RLIM_INFINITY};
  setrlimit(RLIMIT_DATA, &limit);
}

// In a process of its own: sends particles until there is no room, resets and goes on.
int run_out_of_memory() {
  const Variable engine("TYCHO_G6_ENGINE", "cpu"), threads("TYCHO_G6_THREADS", "1");
  Grape grape(800);
  allow_more(rlim_t{64} << 20);
  const Body body = some_bodies(1)[0];
  int code = 0, address = 0;
  while (code == 0 && address < 1 << 22) code = grape.send(address++, body);
  if (code != TYCHO_G6_NO_MEMORY) return 1;
  if (grape.send(0, body) != TYCHO_G6_NO_MEMORY) return 2;
  if (g6_reset_(grape.id()) != TYCHO_G6_OK) return 3;
  const auto bodies = some_bodies(11);
  for (int j = 0; j < 11; ++j)
    if (grape.send(j, bodies[j]) != TYCHO_G6_OK) return 4;
  grape.time(0);
  const Point at{-1, {0, 0, 3}, {}, 0};
  grape.first(11, {at}, 0);
  std::vector<Pulled> got;
  if (grape.last(11, 1, got) != TYCHO_G6_OK) return 5;
  return std::abs(got[0].pot - expected(bodies, 11, 0, at, 0).pot) < 1e-12 ? 0 : 6;
}

TEST(OutOfMemory, IsACodeAndTheNextResetRecovers) {
  EXPECT_EXIT(std::exit(run_out_of_memory()), testing::ExitedWithCode(0), "out of memory");
}

TEST(NoDevice, IsACodeAndAReasonAndTheNextResetRecovers) {
  int id = 900;
  {
    const Variable engine("TYCHO_G6_ENGINE", "cuda");
    testing::internal::CaptureStderr();
    const int code = g6_open_(&id);
    const std::string said = testing::internal::GetCapturedStderr();
    if (code == TYCHO_G6_OK) {
      g6_close_(&id);
      GTEST_SKIP() << "this machine has a CUDA device";
    }
    EXPECT_EQ(code, TYCHO_G6_NO_DEVICE);
    EXPECT_NE(said.find("CUDA"), std::string::npos) << said;
    EXPECT_EQ(said.find("there is built"), std::string::npos) << "no sentence: " << said;
    double ti = 0;
    EXPECT_EQ(g6_set_ti_(&id, &ti), TYCHO_G6_NO_DEVICE) << "it stands until the reset";
  }
  const Variable engine("TYCHO_G6_ENGINE", "cpu");
  EXPECT_EQ(g6_reset_(&id), TYCHO_G6_OK);
  double ti = 0;
  EXPECT_EQ(g6_set_ti_(&id, &ti), TYCHO_G6_OK);
  g6_close_(&id);
}

}  // namespace
}  // namespace tycho
