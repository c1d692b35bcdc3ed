#include "harness/g6/cluster.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>

#include "core/error.hpp"
#include "harness/g6/clusters.hpp"
#include "harness/g6/include/tycho_g6.h"
#include "harness/g6/message.hpp"
#include "harness/g6/sort_mode.hpp"

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

// 0 where all are finite, else NaN: one comparison serves many numbers.
double zero_if_finite(const Vec3<double>& v) { return 0 * v.x + 0 * v.y + 0 * v.z; }

bool finite(const JBody& b) {
  return 0 * b.t + 0 * b.mass + zero_if_finite(b.x) + zero_if_finite(b.v) +
             zero_if_finite(b.acc_2) + zero_if_finite(b.jerk_6) + zero_if_finite(b.snap_18) ==
         0;
}

bool finite(const IBody& b) { return zero_if_finite(b.x) + zero_if_finite(b.v) == 0; }

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

void Cluster::make_engine_now(std::int64_t reserved_slots) {
  configuration_ = current_configuration();
  engine_ = make_engine(configuration_);
  log_once(configuration_, *engine_);
  forget_particles();
  reserved_ = std::clamp<std::int64_t>(reserved_slots, 0, kMostSlots);
  engine_->reserve(reserved_);
}

void Cluster::forget_particles() {
  time_ = 0;
  reserved_ = 0;
  waiting_slots_.clear();
  waiting_.clear();
  place_.clear();
  unbroken_ = 0;
  started_ = finished_ = neighbours_read_ = false;
  start_failure_ = 0;
}

void Cluster::require_open() {
  if (engine_) return;
  if (opens_on_first_use())
    make_engine_now(slots_on_first_use());
  else
    throw Refusal(TYCHO_G6_NOT_OPEN, false, "the cluster is not open; call g6_open_ first");
}

int Cluster::open(std::int64_t reserved_slots) noexcept {
  const std::lock_guard lock(mutex_);
  return work_again("g6_open_", reserved_slots);
}

int Cluster::reset() noexcept {
  const std::lock_guard lock(mutex_);
  started_ = finished_ = neighbours_read_ = false;
  start_failure_ = 0;
  return work_again("g6_reset_", 0);
}

int Cluster::work_again(const char* call, std::int64_t reserved_slots) noexcept {
  failure_ = 0;
  reported_ = 0;
  if (engine_stopped_) engine_.reset();
  engine_stopped_ = false;
  return guarded(call, [&] {
    if (!engine_) make_engine_now(reserved_slots);
  });
}

int Cluster::close() noexcept {
  const std::lock_guard lock(mutex_);
  failure_ = 0;
  reported_ = 0;
  if (number_ == 0) open_no_more_on_first_use();
  if (!engine_) return failed("g6_close_", TYCHO_G6_NOT_OPEN, "the cluster is not open", false);
  engine_.reset();
  engine_stopped_ = false;
  forget_particles();
  return TYCHO_G6_OK;
}

int Cluster::state(const char* call) noexcept {
  const std::lock_guard lock(mutex_);
  return guarded(call, [&] { require_open(); });
}

int Cluster::refuse(const char* call, const char* why) noexcept {
  const std::lock_guard lock(mutex_);
  return guarded(call, [&] {
    require_open();
    throw Refusal(TYCHO_G6_BAD_ARGUMENT, true, why);
  });
}

int Cluster::set_time(double t) noexcept {
  const std::lock_guard lock(mutex_);
  return guarded("g6_set_ti_", [&] {
    require_open();
    if (!std::isfinite(t)) throw Refusal(TYCHO_G6_NOT_FINITE, true, "the time is not a number");
    time_ = t;
  });
}

int Cluster::set_j(int address, const JBody& body) noexcept {
  const std::lock_guard lock(mutex_);
  return guarded("g6_set_j_particle_", [&] {
    require_open();
    if (address < 0 || address >= kMostSlots)
      throw Refusal(TYCHO_G6_BAD_ADDRESS, true,
                    "address " + std::to_string(address) + " is outside 0.." +
                        std::to_string(kMostSlots - 1) + "; the particle of index " +
                        std::to_string(body.index) + " is not stored");
    if (!finite(body))
      throw Refusal(TYCHO_G6_NOT_FINITE, true,
                    "the particle of index " + std::to_string(body.index) + " for address " +
                        std::to_string(address) + " holds a NaN or an infinity; it is not stored");
    const std::size_t slot = address;
    if (slot >= place_.size()) place_.resize(slot + 1, kNeverSet);
    if (place_[slot] >= 0) {
      waiting_[place_[slot]] = body;
      return;
    }
    waiting_.push_back(body);
    waiting_slots_.push_back(address);
    place_[slot] = static_cast<std::int32_t>(waiting_.size() - 1);
    while (unbroken_ < static_cast<std::int64_t>(place_.size()) && place_[unbroken_] != kNeverSet)
      ++unbroken_;
  });
}

void Cluster::hand_over(std::int64_t nj) {
  if (nj > reserved_) {
    engine_->reserve(nj);
    reserved_ = nj;
  }
  // Slots that do not act yet go on waiting: a client that sends one particle to a far address is
  // not given all the memory before it.
  std::size_t left = 0;
  const auto acts = [&](std::int32_t slot) { return slot < reserved_; };
  if (static_cast<std::int64_t>(place_.size()) <= reserved_) {
    engine_->set_j(waiting_slots_, waiting_);
    for (const std::int32_t slot : waiting_slots_) place_[slot] = kHandedOver;
  } else {
    for (std::size_t w = 0; w < waiting_.size(); ++w) {
      const std::int32_t slot = waiting_slots_[w];
      if (acts(slot)) {
        engine_->set_j({&slot, 1}, {&waiting_[w], 1});
        place_[slot] = kHandedOver;
      } else {
        waiting_[left] = waiting_[w];
        waiting_slots_[left] = slot;
        place_[slot] = static_cast<std::int32_t>(left++);
      }
    }
  }
  waiting_.resize(left);
  waiting_slots_.resize(left);
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

void Cluster::start(int nj, int ni, const Block& block, double eps2) noexcept {
  const std::lock_guard lock(mutex_);
  start_failure_ = guarded("g6calc_firsthalf_", [&] {
    started_ = finished_ = neighbours_read_ = false;
    require_open();
    require_block(nj, ni, block, eps2);
    block_.resize(ni);
    h2_.assign(ni, 0);
    for (int i = 0; i < ni; ++i) {
      block_[i] = {vector_of(block.x[i]), vector_of(block.v[i]), block.index[i]};
      if (block.h2) h2_[i] = block.h2[i];
      if (!finite(block_[i]))
        throw Refusal(TYCHO_G6_NOT_FINITE, false,
                      "the particle of index " + std::to_string(block_[i].index) + " in pipe " +
                          std::to_string(i) + " holds a NaN or an infinity");
    }
    hand_over(nj);
    if (ni > 0) engine_->start(block_, nj, eps2);
    started_ = true;
  });
}

int Cluster::finish(int ni, const Results& results) noexcept {
  const std::lock_guard lock(mutex_);
  return guarded("g6calc_lasthalf_", [&] {
    require_open();
    if (start_failure_ != 0) throw Refusal(start_failure_, false, "g6calc_firsthalf_ failed");
    if (!started_)
      throw Refusal(TYCHO_G6_BAD_ORDER, false, "there was no g6calc_firsthalf_ before it");
    if (ni < 0 || static_cast<std::size_t>(ni) > block_.size())
      throw Refusal(TYCHO_G6_BAD_ARGUMENT, false,
                    "ni = " + std::to_string(ni) + ", but g6calc_firsthalf_ had " +
                        std::to_string(block_.size()));
    if (!finished_) {
      forces_.resize(block_.size());
      if (!block_.empty()) engine_->finish(forces_);
      finished_ = true;
    }
    // Each array in turn: where the client gives one array twice, the later one is left in it.
    for (int i = 0; i < ni && results.acc; ++i) put(forces_[i].acc, results.acc[i]);
    for (int i = 0; i < ni && results.jerk; ++i) put(forces_[i].jerk, results.jerk[i]);
    for (int i = 0; i < ni && results.pot; ++i) results.pot[i] = forces_[i].pot;
    for (int i = 0; i < ni && results.neighbour; ++i) results.neighbour[i] = forces_[i].neighbour;
    reported_ = 0;
  });
}

int Cluster::read_neighbours() noexcept {
  const std::lock_guard lock(mutex_);
  bool overflow = false;
  const int code = guarded("g6_read_neighbour_list_", [&] {
    require_open();
    if (!finished_)
      throw Refusal(TYCHO_G6_BAD_ORDER, false, "there was no g6calc_lasthalf_ before it");
    const std::size_t most = configuration_.neighbours;
    counts_.assign(block_.size(), 0);
    lists_.resize(block_.size() * most);
    for (std::size_t i = 0; i < block_.size(); ++i)
      if (h2_[i] > 0)
        counts_[i] = static_cast<std::int32_t>(
            engine_->neighbours(i, h2_[i], std::span(lists_).subspan(i * most, most)));
    overflow = std::any_of(counts_.begin(), counts_.end(), [&](std::int32_t count) {
      return count > static_cast<std::int64_t>(most);
    });
    neighbours_read_ = true;
  });
  return code != TYCHO_G6_OK ? code : overflow ? TYCHO_G6_OVERFLOW : TYCHO_G6_OK;
}

int Cluster::get_neighbours(int i, int most, int* count, int* list) noexcept {
  const std::lock_guard lock(mutex_);
  bool overflow = false;
  const int code = guarded("g6_get_neighbour_list_", [&] {
    require_open();
    if (!neighbours_read_)
      throw Refusal(TYCHO_G6_BAD_ORDER, false, "there was no g6_read_neighbour_list_ before it");
    if (i < 0 || static_cast<std::size_t>(i) >= block_.size() || most < 0 || !count ||
        (most > 0 && !list))
      throw Refusal(TYCHO_G6_BAD_ARGUMENT, false,
                    "ipipe = " + std::to_string(i) + ", maxlen = " + std::to_string(most) +
                        "; ipipe is from 0 to " + std::to_string(block_.size()) +
                        " less one, maxlen at least 0, n and list not null");
    const std::size_t stride = configuration_.neighbours;
    const std::int32_t kept = std::min<std::int32_t>(counts_[i], static_cast<int>(stride));
    std::vector<std::int32_t> found(lists_.begin() + i * stride,
                                    lists_.begin() + i * stride + kept);
    if (neighbours_sorted()) std::sort(found.begin(), found.end());
    *count = std::min(kept, most);
    std::copy_n(found.begin(), *count, list);
    overflow = counts_[i] > most || counts_[i] > kept;
  });
  return code != TYCHO_G6_OK ? code : overflow ? TYCHO_G6_OVERFLOW : TYCHO_G6_OK;
}

}  // namespace tycho::g6
