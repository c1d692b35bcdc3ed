// The bodies in the slots of a force engine, on the device.
#pragma once

#include "core/force_engine.hpp"
#include "gpu/hermite/job.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::hermite {

/// A slot's new body.
struct alignas(16) Change {
  JBody body;
  std::int32_t slot;
};

/// Time, mass, place, velocity, a/2, jerk/6, snap/18, one array after the other.
inline constexpr int kJFields = 17;

class JBodies {
 public:
  /// Keeps what the slots hold; new ones hold bodies of no mass with the index -1.
  void reserve(std::int64_t slots, Stream& stream);
  std::int64_t capacity() const { return capacity_; }

  /// All slots at the time t in the form of the evaluation, the changed ones with their new bodies,
  /// which are kept: one kernel. `marks` has the bit of every changed slot. All are on the device.
  template <typename F>
  void predict(double t, const Change* changes, int count, const std::uint32_t* marks, Word* words,
               std::int64_t stride, Stream& stream);

 private:
  std::int64_t capacity_ = 0;
  Buffer<double> values_;
  Buffer<std::int32_t> index_;
};

/// Indices with r^2 < h2 in the order of slots; the number of all, which may be more than `most`,
/// goes to `found`.
template <typename F>
void list_neighbours(const Sources& sources, const Target* target, double h2, std::int32_t* list,
                     int most, int* found, const Stream& stream);

}  // namespace tycho::gpu::hermite
