// The processes that share a run, as an algorithm sees them. MPI has the processes and carries the
// data (harness/ranks); here is what an algorithm may ask for.
//
// What keeps the bits the same at any number of ranks: data are carried and put together in the
// order of the ranks, whole numbers are summed, and no sum of floating-point numbers is ever left
// to a transport, whose order depends on the number of ranks.
//
// All ranks call the same functions in the same order, and every call waits for all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace tycho {

namespace mesh {
class SlabTransform;
}

/// Messages and bytes that came from other ranks.
struct Traffic {
  std::int64_t messages = 0, bytes = 0;

  Traffic& operator+=(const Traffic& more) {
    messages += more.messages;
    bytes += more.bytes;
    return *this;
  }
  friend Traffic operator-(const Traffic& now, const Traffic& before) {
    return {now.messages - before.messages, now.bytes - before.bytes};
  }
};

class Ranks {
 public:
  virtual ~Ranks() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  bool alone() const { return size() == 1; }
  /// Whether the data given to it may lie in the memory of a GPU.
  virtual bool takes_device_memory() const { return false; }

  /// `whole` has counts[r] elements of rank r, rank after rank: before the call this rank's own are
  /// right, after it all are.
  template <typename T>
  void all_gather(std::span<T> whole, std::span<const std::size_t> counts) {
    static_assert(std::is_trivially_copyable_v<T>);
    require_counts(whole.size(), counts);
    count(counts, sizeof(T));
    gather(whole.data(), counts, sizeof(T));
  }

  /// The elements of all ranks, rank after rank.
  template <typename T>
  std::vector<T> all_gather(std::span<const T> mine) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::vector<std::size_t> counts = sizes_of_all(mine.size());
    std::size_t all = 0, before = 0;
    for (int r = 0; r < size(); ++r) {
      if (r < rank()) before += counts[r];
      all += counts[r];
    }
    std::vector<T> whole(all);
    std::copy(mine.begin(), mine.end(), whole.begin() + static_cast<std::ptrdiff_t>(before));
    all_gather(std::span<T>(whole), counts);
    return whole;
  }

  /// to[r] goes to rank r; what each rank sent to this one comes back, likewise by rank.
  template <typename T>
  std::vector<std::vector<T>> all_to_all(const std::vector<std::vector<T>>& to) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::vector<std::size_t> out = sizes_of(to), in = swapped(out);
    std::vector<T> sent, come(sum_of(in));
    for (const std::vector<T>& part : to) sent.insert(sent.end(), part.begin(), part.end());
    count(in, sizeof(T));
    exchange(sent.data(), out, come.data(), in, sizeof(T));
    std::vector<std::vector<T>> from(in.size());
    auto next = come.begin();
    for (std::size_t r = 0; r < in.size(); ++r) {
      from[r].assign(next, next + static_cast<std::ptrdiff_t>(in[r]));
      next += static_cast<std::ptrdiff_t>(in[r]);
    }
    return from;
  }

  /// Sum and maximum over all ranks: of whole numbers, whose order does not matter.
  virtual std::int64_t sum(std::int64_t value) = 0;
  virtual std::int64_t largest(std::int64_t value) = 0;
  /// A duration that all ranks then have alike: the longest. Whatever a clock decides (how many
  /// steps to time, when to stop) is decided by such a duration, or ranks part and wait for ever.
  virtual double agree(double seconds) = 0;
  /// Returns once all ranks have called it.
  virtual void wait() = 0;
  /// The Fourier transforms of a mesh of n cells a side, shared out by a library of the
  /// transport's; null where it has none. What they carry is not in traffic(). Collective.
  virtual std::unique_ptr<mesh::SlabTransform> slab_transform(int n);

  /// Runs what may find that this rank cannot take part (memory, a device). Where it throws
  /// UsageError, or else Unavailable, on some ranks, all ranks throw that of the lowest of them.
  void all_or_none(const std::function<void()>& body);
  /// Throws UsageError on all ranks where they do not all bring the same text: a case file that
  /// changed between two reads, or another build.
  void require_same(const std::string& text, const std::string& what);

  /// Since this transport was made.
  const Traffic& traffic() const { return traffic_; }

 protected:
  /// The elements of this rank are in `whole` already.
  virtual void gather(void* whole, std::span<const std::size_t> counts, std::size_t element) = 0;
  /// out[r] elements go to rank r, in[r] come from it; `sent` and `come` hold them rank after rank,
  /// without gaps.
  virtual void exchange(const void* sent, std::span<const std::size_t> out, void* come,
                        std::span<const std::size_t> in, std::size_t element) = 0;

 private:
  static std::size_t sum_of(std::span<const std::size_t> counts);
  template <typename T>
  static std::vector<std::size_t> sizes_of(const std::vector<std::vector<T>>& parts) {
    std::vector<std::size_t> sizes;
    for (const auto& part : parts) sizes.push_back(part.size());
    return sizes;
  }
  std::vector<std::size_t> sizes_of_all(std::size_t mine);
  /// How many elements each rank sends to this one, given how many this one sends to each.
  std::vector<std::size_t> swapped(std::span<const std::size_t> out);
  void require_counts(std::size_t elements, std::span<const std::size_t> counts) const;
  void count(std::span<const std::size_t> counts, std::size_t element);

  Traffic traffic_;
};

/// One rank, and no transport.
Ranks& alone();

}  // namespace tycho
