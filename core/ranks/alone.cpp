#include <algorithm>
#include <cstring>

#include "core/ranks/ranks.hpp"

namespace tycho {

namespace {

class Alone final : public Ranks {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  std::int64_t sum(std::int64_t value) override { return value; }
  std::int64_t largest(std::int64_t value) override { return value; }
  double agree(double seconds) override { return seconds; }
  void wait() override {}

 protected:
  void gather(void*, std::span<const std::size_t>, std::size_t) override {}
  void exchange(const void* sent, std::span<const std::size_t> out, void* come,
                std::span<const std::size_t>, std::size_t element) override {
    if (out[0] > 0) std::memcpy(come, sent, out[0] * element);
  }
};

}  // namespace

Ranks& alone() {
  static thread_local Alone one;
  return one;
}

}  // namespace tycho
