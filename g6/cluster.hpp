// One cluster of the interface: what the client has sent, what is under way, what went wrong.
//
// No function throws. What went wrong is a code of tycho_g6.h, with one message on stderr. An error
// after which later results would be wrong (a particle refused, an engine that stopped) stands
// until reset() or open(); a call that merely came at the wrong moment changes nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "g6/client_arrays.hpp"
#include "g6/light_mutex.hpp"
#include "g6/setup.hpp"

namespace tycho::g6 {

/// Slots a cluster can have: twice what belleman2007 says fits into its GPU.
inline constexpr std::int64_t kMostSlots = std::int64_t{1} << 25;

class Cluster {
 public:
  explicit Cluster(int number) : number_(number) {}

  /// An open cluster stays as it is.
  int open(std::int64_t reserved_slots = 0) noexcept;
  int close() noexcept;
  /// Closes one that opened by itself. A close() by the client that follows is no error.
  void close_with_the_last() noexcept;
  /// Forgets what went wrong, and opens the cluster where it is not open. The particles stay,
  /// unless the engine stopped or ran out of memory and is made anew.
  int reset() noexcept;
  /// Whether the cluster takes work: 0, or why not. `call` is who asks.
  int state(const char* call) noexcept;

  /// A call with an argument that cannot be, so that later results would be wrong.
  int refuse(const char* call, const char* why) noexcept;

  int set_time(double t) noexcept;
  int set_j(int address, const Sent& sent) noexcept;
  void start(int nj, int ni, const Block& block, double eps2) noexcept;
  int finish(int ni, const Results& results) noexcept;

  int read_neighbours() noexcept;
  int get_neighbours(int i, int most, int* count, int* list) noexcept;

 private:
  /// Runs a body and turns what it throws into a code. The mutex is held.
  template <typename Body>
  int guarded(const char* call, const Body& body) noexcept;
  int failed(const char* call, int code, const std::string& what, bool stands) noexcept;
  int work_again(const char* call, std::int64_t reserved_slots) noexcept;
  void require_open() {
    if (!engine_) open_now_or_refuse();
  }
  void open_now_or_refuse();
  void make_engine_now(const Configuration& configuration, std::int64_t reserved_slots);
  void forget_particles();
  void close_now();
  /// A piece of a block, from the client's arrays. Throws where these hold what is not a number.
  void fill(const Block& block, std::size_t first, std::span<IBody> piece);
  void require_block(int nj, int ni, const Block& block, double eps2) const;
  void hand_over(std::int64_t nj);
  void send_on();
  /// Has room_ in the cache before it is written.
  void fetch_ahead(std::size_t place) const;
  /// Whether no neighbour list of the last block can be asked for any more.
  bool lists_settled() const;

  const int number_;
  LightMutex mutex_;
  std::unique_ptr<ForceEngine> engine_;  // null: not open
  Configuration configuration_;
  bool opened_by_client_ = false;  // and not by itself, since another was open
  bool closed_with_the_last_ = false;
  int failure_ = 0;  // stands until reset
  bool engine_stopped_ = false;
  unsigned reported_ = 0;  // bit -code: its message has been given

  // Particles wait here for the next firsthalf or until there are many, and so does the time; all
  // of them as long as neighbour lists of the last one may be asked for: those are of the state
  // that it saw.
  double time_ = 0;
  std::int64_t reserved_ = 0;          // slots the engine has
  std::span<JBody> room_;              // of the engine
  std::vector<std::int32_t> waiting_;  // slots of the particles in room_
  std::vector<std::int32_t> place_;    // of a slot in room_, or one of:
  static constexpr std::int32_t kNeverSet = -2, kHandedOver = -1;
  std::int64_t unbroken_ = 0;  // slots 0 .. unbroken_ - 1 have all been set

  bool started_ = false, finished_ = false;
  int start_failure_ = 0;  // of the last firsthalf, which returns nothing
  std::size_t block_ = 0;  // bodies in it
  std::vector<double> h2_;
  bool lists_wanted_ = false;      // some h2 is above 0
  std::span<const Force> forces_;  // of the engine
  bool neighbours_read_ = false;
  std::vector<std::int32_t> counts_, lists_;  // lists_: configuration_.neighbours for each body
};

}  // namespace tycho::g6
