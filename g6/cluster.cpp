#include "g6/cluster.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>
#include <utility>

#include "core/error.hpp"
#include "g6/after_fork.hpp"
#include "g6/clusters.hpp"
#include "g6/finite.hpp"
#include "g6/include/tycho_g6.h"
#include "g6/message.hpp"
#include "g6/sort_mode.hpp"

namespace tycho::g6 {

namespace {

/// A call that cannot be done as asked. It stands where later results would be wrong without it.
class Refusal : public std::runtime_error {
 public:
  Refusal(int code, bool stands, const std::string& what)
      : std::runtime_error(what), code_(code), stands_(stands) {}
  int code() const { return code_; }
  bool stands() const { return stands_; }

 private:
  int code_;
  bool stands_;
};

bool finite(const Sent& s) {
  return bool(Finite() << s.t << s.mass << s.a2by18 << s.a1by6 << s.aby2 << s.v << s.x);
}

[[noreturn, gnu::cold, gnu::noinline]] void refuse_j(int address, const Sent& sent) {
  const std::string particle = "the particle of index " + std::to_string(sent.index);
  if (address < 0 || address >= kMostSlots)
    throw Refusal(TYCHO_G6_BAD_ADDRESS, true,
                  "address " + std::to_string(address) + " is outside 0.." +
                      std::to_string(kMostSlots - 1) + "; " + particle + " is not stored");
  throw Refusal(TYCHO_G6_NOT_FINITE, true,
                particle + " for address " + std::to_string(address) +
                    " holds a NaN or an infinity; it is not stored");
}

Vec3<double> vector_of(const double v[3]) { return {v[0], v[1], v[2]}; }

void put(const Vec3<double>& v, double to[3]) {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
}

}  // namespace

int Cluster::failed(const char* call, int code, const std::string& what, bool stands) noexcept {
  if (stands) failure_ = code;
  const unsigned bit = 1U << -code;
  if (!(reported_ & bit)) {
    reported_ |= bit;
    try {
      say("cluster " + std::to_string(number_) + ": " + call + ": " + what +
          (stands ? "; the cluster does nothing more until g6_reset_" : ""));
    } catch (...) {
      say(call);
    }
  }
  return code;
}

template <typename Body>
int Cluster::guarded(const char* call, const Body& body) noexcept {
  if (failure_ != 0) return failure_;
  try {
    body();
    return TYCHO_G6_OK;
  } catch (const Refusal& refusal) {
    return failed(call, refusal.code(), refusal.what(), refusal.stands());
  } catch (const Unavailable& error) {
    engine_stopped_ = true;
    return failed(call, engine_ ? TYCHO_G6_NO_MEMORY : TYCHO_G6_NO_DEVICE, error.what(), true);
  } catch (const std::bad_alloc&) {
    engine_stopped_ = true;
    return failed(call, TYCHO_G6_NO_MEMORY, "out of memory", true);
  } catch (const std::exception& error) {
    engine_stopped_ = true;
    return failed(call, TYCHO_G6_ENGINE_FAILED, error.what(), true);
  } catch (...) {
    engine_stopped_ = true;
    return failed(call, TYCHO_G6_ENGINE_FAILED, "an error of no known kind", true);
  }
}

void Cluster::make_engine_now(const Configuration& configuration, std::int64_t reserved_slots) {
  configuration_ = configuration;
  engine_ = make_engine(configuration_);
  log_once(configuration_, *engine_);
  forget_particles();
  reserved_ = std::clamp<std::int64_t>(reserved_slots, 0, kMostSlots);
  engine_->reserve(reserved_);
}

void Cluster::forget_particles() {
  time_ = 0;
  reserved_ = 0;
  room_ = {};
  waiting_.clear();
  place_.clear();
  unbroken_ = 0;
  started_ = finished_ = neighbours_read_ = false;
  start_failure_ = 0;
}

void Cluster::open_now_or_refuse() {
  const std::optional<Opening> other = latest_opening();
  if (!other)
    throw Refusal(TYCHO_G6_NOT_OPEN, false, "the cluster is not open; call g6_open_ first");
  make_engine_now(other->configuration, other->reserved_slots);
}

int Cluster::open(std::int64_t reserved_slots) noexcept {
  const LightLock lock(mutex_);
  return work_again("g6_open_", reserved_slots);
}

int Cluster::reset() noexcept {
  const LightLock lock(mutex_);
  started_ = finished_ = neighbours_read_ = false;
  start_failure_ = 0;
  return work_again("g6_reset_", 0);
}

int Cluster::work_again(const char* call, std::int64_t reserved_slots) noexcept {
  failure_ = 0;
  reported_ = 0;
  if (engine_stopped_) engine_.reset();
  engine_stopped_ = closed_with_the_last_ = false;
  const int code = guarded(call, [&] {
    if (!engine_) make_engine_now(current_configuration(), reserved_slots);
    if (!opened_by_client_) count_opening({configuration_, reserved_});
    opened_by_client_ = true;
  });
  if (code != TYCHO_G6_OK && std::exchange(opened_by_client_, false)) count_closing();
  return code;
}

void Cluster::close_now() {
  engine_.reset();
  engine_stopped_ = false;
  forget_particles();
  if (std::exchange(opened_by_client_, false)) count_closing();
}

void Cluster::close_with_the_last() noexcept {
  const LightLock lock(mutex_);
  if (opened_by_client_ || !engine_) return;
  failure_ = 0;
  close_now();
  closed_with_the_last_ = true;
}

int Cluster::close() noexcept {
  const LightLock lock(mutex_);
  failure_ = 0;
  reported_ = 0;
  if (std::exchange(closed_with_the_last_, false)) return TYCHO_G6_OK;
  if (!engine_) return failed("g6_close_", TYCHO_G6_NOT_OPEN, "the cluster is not open", false);
  close_now();
  return TYCHO_G6_OK;
}

int Cluster::state(const char* call) noexcept {
  const LightLock lock(mutex_);
  return guarded(call, [&] { require_open(); });
}

int Cluster::refuse(const char* call, const char* why) noexcept {
  const LightLock lock(mutex_);
  return guarded(call, [&] {
    require_open();
    throw Refusal(TYCHO_G6_BAD_ARGUMENT, true, why);
  });
}

int Cluster::set_time(double t) noexcept {
  const LightLock lock(mutex_);
  return guarded("g6_set_ti_", [&] {
    require_open();
    if (!std::isfinite(t)) throw Refusal(TYCHO_G6_NOT_FINITE, true, "the time is not a number");
    time_ = t;
  });
}

int Cluster::set_j(int address, const Sent& sent) noexcept {
  const LightLock lock(mutex_);
  return guarded("g6_set_j_particle_", [&] {
    require_open();
    if (address < 0 || address >= kMostSlots || !finite(sent)) refuse_j(address, sent);
    const std::size_t slot = address;
    if (slot >= place_.size()) place_.resize(slot + 1, kNeverSet);
    std::int32_t& place = place_[slot];
    if (place < 0) {
      if (waiting_.size() >= room_.size())
        room_ = engine_->room(std::max<std::size_t>(256, 2 * waiting_.size()));
      waiting_.push_back(address);
      place = static_cast<std::int32_t>(waiting_.size() - 1);
      while (unbroken_ < static_cast<std::int64_t>(place_.size()) && place_[unbroken_] != kNeverSet)
        ++unbroken_;
    }
    fetch_ahead(place);
    room_[place] = {sent.t,
                    sent.mass,
                    vector_of(sent.x),
                    vector_of(sent.v),
                    vector_of(sent.aby2),
                    vector_of(sent.a1by6),
                    vector_of(sent.a2by18),
                    sent.index};
    // Many are sent on before they leave the cache, unless the engine lacks one of the slots.
    if (waiting_.size() >= kManyJBodies && lists_settled() &&
        static_cast<std::int64_t>(place_.size()) <= reserved_)
      send_on();
  });
}

// Where threads share the cluster, the next call's mutex waits until what this one wrote is in the
// cache.
void Cluster::fetch_ahead(std::size_t place) const {
  constexpr std::size_t kAhead = 12, kLine = 64;
  if (place + kAhead >= room_.size()) return;
  const char* const body = reinterpret_cast<const char*>(&room_[place + kAhead]);
  for (std::size_t byte = 0; byte < sizeof(JBody); byte += kLine)
    __builtin_prefetch(body + byte, 1);
}

bool Cluster::lists_settled() const { return finished_ && (!lists_wanted_ || neighbours_read_); }

void Cluster::send_on() {
  engine_->set_j(waiting_, room_.first(waiting_.size()));
  for (const std::int32_t slot : waiting_) place_[slot] = kHandedOver;
  waiting_.clear();
  room_ = {};
}

void Cluster::hand_over(std::int64_t nj) {
  if (nj > reserved_) {
    engine_->reserve(nj);
    reserved_ = nj;
  }
  // Slots that do not act yet go on waiting: a client that sends one particle to a far address is
  // not given all the memory before it.
  std::vector<std::int32_t> left;
  std::vector<JBody> left_bodies;
  if (static_cast<std::int64_t>(place_.size()) > reserved_) {
    std::size_t kept = 0;
    for (std::size_t w = 0; w < waiting_.size(); ++w) {
      if (waiting_[w] < reserved_) {
        waiting_[kept] = waiting_[w];
        room_[kept++] = room_[w];
      } else {
        left.push_back(waiting_[w]);
        left_bodies.push_back(room_[w]);
      }
    }
    waiting_.resize(kept);
  }
  send_on();
  if (!left.empty()) room_ = engine_->room(left.size());
  std::copy(left_bodies.begin(), left_bodies.end(), room_.begin());
  for (std::size_t w = 0; w < left.size(); ++w) place_[left[w]] = static_cast<std::int32_t>(w);
  waiting_.swap(left);
  engine_->predict(time_);
}

void Cluster::require_block(int nj, int ni, const Block& block, double eps2) const {
  if (nj < 0 || ni < 0 || ni > kMostPipes)
    throw Refusal(TYCHO_G6_BAD_ARGUMENT, false,
                  "nj = " + std::to_string(nj) + ", ni = " + std::to_string(ni) +
                      "; nj is at least 0 and ni from 0 to " + std::to_string(kMostPipes));
  if (ni > 0 && (!block.index || !block.x || !block.v))
    throw Refusal(TYCHO_G6_BAD_ARGUMENT, false, "index, xi and vi must not be null");
  if (!(eps2 >= 0 && std::isfinite(eps2)))
    throw Refusal(TYCHO_G6_NOT_FINITE, false, "eps2 is negative or not a number");
  if (nj > unbroken_)
    throw Refusal(TYCHO_G6_BAD_ORDER, false,
                  "nj = " + std::to_string(nj) + ", but no particle was sent to address " +
                      std::to_string(unbroken_));
}

void Cluster::fill(const Block& block, std::size_t first, std::span<IBody> piece) {
  for (std::size_t k = 0; k < piece.size(); ++k) {
    const std::size_t i = first + k;
    if (!(Finite() << block.x[i] << block.v[i]))
      throw Refusal(TYCHO_G6_NOT_FINITE, false,
                    "the particle of index " + std::to_string(block.index[i]) + " in pipe " +
                        std::to_string(i) + " holds a NaN or an infinity");
    piece[k] = {vector_of(block.x[i]), vector_of(block.v[i]), block.index[i]};
    h2_[i] = block.h2 ? block.h2[i] : 0;
    lists_wanted_ |= h2_[i] > 0;
  }
}

void Cluster::start(int nj, int ni, const Block& block, double eps2) noexcept {
  const LightLock lock(mutex_);
  start_failure_ = guarded("g6calc_firsthalf_", [&] {
    started_ = finished_ = neighbours_read_ = false;
    require_open();
    require_block(nj, ni, block, eps2);
    block_ = ni;
    h2_.resize(ni);
    lists_wanted_ = false;
    hand_over(nj);
    const auto from_client = [&](std::size_t first, std::span<IBody> piece) {
      fill(block, first, piece);
    };
    if (ni > 0) engine_->start(ni, from_client, nj, eps2);
    started_ = true;
  });
}

int Cluster::finish(int ni, const Results& results) noexcept {
  const LightLock lock(mutex_);
  return guarded("g6calc_lasthalf_", [&] {
    require_open();
    if (start_failure_ != 0) throw Refusal(start_failure_, false, "g6calc_firsthalf_ failed");
    if (!started_)
      throw Refusal(TYCHO_G6_BAD_ORDER, false, "there was no g6calc_firsthalf_ before it");
    if (ni < 0 || static_cast<std::size_t>(ni) > block_)
      throw Refusal(
          TYCHO_G6_BAD_ARGUMENT, false,
          "ni = " + std::to_string(ni) + ", but g6calc_firsthalf_ had " + std::to_string(block_));
    const auto to_client = [&](std::size_t first, std::span<const Force> piece) {
      for (std::size_t i = first; i < std::min<std::size_t>(ni, first + piece.size()); ++i) {
        const Force& force = piece[i - first];
        if (results.acc) put(force.acc, results.acc[i]);
        if (results.jerk) put(force.jerk, results.jerk[i]);
        if (results.pot) results.pot[i] = force.pot;
        if (results.neighbour) results.neighbour[i] = force.neighbour;
      }
    };
    if (finished_)
      to_client(0, forces_);
    else if (block_ > 0)
      on_living_threads([&] { forces_ = engine_->finish(to_client); });
    finished_ = true;
    reported_ = 0;
  });
}

int Cluster::read_neighbours() noexcept {
  const LightLock lock(mutex_);
  bool overflow = false;
  const int code = guarded("g6_read_neighbour_list_", [&] {
    require_open();
    if (!finished_)
      throw Refusal(TYCHO_G6_BAD_ORDER, false, "there was no g6calc_lasthalf_ before it");
    const std::int64_t most = configuration_.neighbours;
    if (neighbours_read_) {
      // The lists stay as they were read.
    } else if (lists_wanted_) {
      on_living_threads([&] { engine_->neighbours(h2_, most, counts_, lists_); });
    } else {
      counts_.assign(block_, 0);
      lists_.clear();
    }
    overflow = std::any_of(counts_.begin(), counts_.end(),
                           [&](std::int32_t count) { return count > most; });
    neighbours_read_ = true;
  });
  return code != TYCHO_G6_OK ? code : overflow ? TYCHO_G6_OVERFLOW : TYCHO_G6_OK;
}

int Cluster::get_neighbours(int i, int most, int* count, int* list) noexcept {
  const LightLock lock(mutex_);
  bool overflow = false;
  const int code = guarded("g6_get_neighbour_list_", [&] {
    require_open();
    if (!neighbours_read_)
      throw Refusal(TYCHO_G6_BAD_ORDER, false, "there was no g6_read_neighbour_list_ before it");
    if (i < 0 || static_cast<std::size_t>(i) >= block_ || most < 0 || !count || (most > 0 && !list))
      throw Refusal(TYCHO_G6_BAD_ARGUMENT, false,
                    "ipipe = " + std::to_string(i) + ", maxlen = " + std::to_string(most) +
                        "; ipipe is from 0 to " + std::to_string(block_) +
                        " less one, maxlen at least 0, n and list not null");
    const std::size_t stride = configuration_.neighbours;
    const std::int32_t kept = std::min<std::int32_t>(counts_[i], static_cast<int>(stride));
    std::vector<std::int32_t> found(kept);
    if (kept > 0) std::copy_n(lists_.begin() + i * stride, kept, found.begin());
    if (neighbours_sorted()) std::sort(found.begin(), found.end());
    *count = std::min(kept, most);
    std::copy_n(found.begin(), *count, list);
    overflow = counts_[i] > most || counts_[i] > kept;
  });
  return code != TYCHO_G6_OK ? code : overflow ? TYCHO_G6_OVERFLOW : TYCHO_G6_OK;
}

}  // namespace tycho::g6
