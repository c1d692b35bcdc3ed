// The bodies in the slots of a force engine, on the device, and the kernels that work on them. Each
// only enqueues.
#pragma once

#include "core/force_engine.hpp"
#include "gpu/hermite/job.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::hermite {

/// A JBody is eighteen doubles, the last of which holds its index: number f of slot s stands in
/// values[f stride + s].
inline constexpr int kJFields = 18;
static_assert(sizeof(JBody) == kJFields * sizeof(double));

struct JView {
  double* values = nullptr;
  Word* words = nullptr;  // the same at the time of the last prediction, as the evaluation reads it
  std::int64_t stride = 0;
};

/// What the host has put into page-locked memory, from where the device reads it.
struct Parcel {
  const JBody* bodies = nullptr;
  const std::int32_t* slots = nullptr;  // none twice
  int body_count = 0;
  const IBody* targets = nullptr;
  int target_count = 0;
};

template <typename F>
class JBodies {
 public:
  /// Keeps what the slots hold, but not their prediction; new ones hold bodies of no mass with the
  /// index -1.
  void reserve(std::int64_t slots, Stream& stream);
  std::int64_t capacity() const { return view_.stride; }

  enum class Range { kFresh, kAll };
  /// New bodies into their slots, targets to where the evaluation finds them, and the prediction to
  /// t, in the form of the evaluation, of the new bodies or of all slots.
  void receive(const Parcel& parcel, double t, Range range, Target* targets, const Stream& stream);

  Sources sources(int count) const { return {view_.words, view_.stride, count}; }

 private:
  JView view_;
  Buffer<double> values_;
  Buffer<Word> words_;
};

/// For each target the indices of other sources with r^2 < h2 in the order of slots: at most `most`
/// in its row of `lists`, and in `counts` how many there are.
template <typename F>
void list_neighbours(const Sources& sources, const Target* targets, const double* h2, int count,
                     int most, std::int32_t* counts, std::int32_t* lists, const Stream& stream);

}  // namespace tycho::gpu::hermite
