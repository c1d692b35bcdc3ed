#include "tests/ranks/threads.hpp"

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace tycho::test {

namespace {

/// Where ranks meet. Each posts where its data are; behind the first meeting all read from each
/// other, behind the second nobody reads any more.
class Board {
 public:
  explicit Board(const AsThreads& asked)
      : how(asked), posts(static_cast<std::size_t>(asked.size)) {}

  struct Post {
    const void* data = nullptr;
    std::span<const std::size_t> counts{};
    std::int64_t number = 0;
    double seconds = 0;
  };

  void meet() {
    std::unique_lock lock(mutex_);
    if (lost_) throw RankLost("another rank failed");
    const std::int64_t here = meeting_;
    if (++come_ == how.size) {
      come_ = 0;
      ++meeting_;
      all_have_come_.notify_all();
      return;
    }
    const auto patience = std::chrono::duration<double>(how.patience_s);
    const bool met =
        all_have_come_.wait_for(lock, patience, [&] { return meeting_ != here || lost_; });
    if (meeting_ != here) return;
    lost_ = true;
    all_have_come_.notify_all();
    throw RankLost(met ? "another rank failed" : "a rank did not come");
  }

  void fail(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    // That ranks were lost follows from what the first one threw.
    if (!error_) error_ = std::move(error);
    lost_ = true;
    all_have_come_.notify_all();
  }
  std::exception_ptr error() const { return error_; }

  const AsThreads how;
  std::vector<Post> posts;

 private:
  std::mutex mutex_;
  std::condition_variable all_have_come_;
  int come_ = 0;
  std::int64_t meeting_ = 0;
  bool lost_ = false;
  std::exception_ptr error_;
};

class Threads final : public Ranks {
 public:
  Threads(Board& board, int rank) : board_(board), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return board_.how.size; }

  std::int64_t sum(std::int64_t value) override {
    return of_all({.number = value}, std::int64_t{0},
                  [](std::int64_t all, const Board::Post& post) { return all + post.number; });
  }
  std::int64_t largest(std::int64_t value) override {
    return of_all({.number = value}, value, [](std::int64_t all, const Board::Post& post) {
      return std::max(all, post.number);
    });
  }
  double agree(double seconds) override {
    return of_all({.seconds = seconds}, seconds,
                  [](double all, const Board::Post& post) { return std::max(all, post.seconds); });
  }
  void wait() override { board_.meet(); }

 protected:
  void gather(void* whole, std::span<const std::size_t> counts, std::size_t element) override {
    auto* const bytes = static_cast<std::byte*>(whole);
    mine() = {.data = whole};
    board_.meet();
    std::size_t first = 0;
    for (int r = 0; r < size(); ++r) {
      const std::size_t length = counts[static_cast<std::size_t>(r)] * element;
      if (r != rank_)
        take(r, static_cast<const std::byte*>(of(r).data) + first, {bytes + first, length});
      first += length;
    }
    board_.meet();
  }

  void exchange(const void* sent, std::span<const std::size_t> out, void* come,
                std::span<const std::size_t> in, std::size_t element) override {
    auto* to = static_cast<std::byte*>(come);
    mine() = {.data = sent, .counts = out};
    board_.meet();
    for (int r = 0; r < size(); ++r) {
      std::size_t before = 0;
      for (int other = 0; other < rank_; ++other)
        before += of(r).counts[static_cast<std::size_t>(other)] * element;
      const std::size_t length = in[static_cast<std::size_t>(r)] * element;
      take(r, static_cast<const std::byte*>(of(r).data) + before, {to, length});
      to += length;
    }
    board_.meet();
  }

 private:
  Board::Post& mine() { return board_.posts[static_cast<std::size_t>(rank_)]; }
  const Board::Post& of(int r) const { return board_.posts[static_cast<std::size_t>(r)]; }

  void take(int from, const std::byte* data, std::span<std::byte> into) {
    if (!into.empty()) std::memcpy(into.data(), data, into.size());
    if (board_.how.tamper && from != rank_) board_.how.tamper(from, rank_, into);
  }

  template <typename Value, typename Join>
  Value of_all(const Board::Post& post, Value all, const Join& join) {
    mine() = post;
    board_.meet();
    for (const Board::Post& each : board_.posts) all = join(all, each);
    board_.meet();
    return all;
  }

  Board& board_;
  int rank_;
};

}  // namespace

void run_as_threads(const AsThreads& how, const std::function<void(Ranks&)>& body) {
  Board board(how);
  std::vector<std::thread> threads;
  for (int r = 0; r < how.size; ++r)
    threads.emplace_back([&, r] {
      try {
        Threads ranks(board, r);
        body(ranks);
      } catch (...) {
        board.fail(std::current_exception());
      }
    });
  for (std::thread& thread : threads) thread.join();
  if (board.error()) std::rethrow_exception(board.error());
}

}  // namespace tycho::test
