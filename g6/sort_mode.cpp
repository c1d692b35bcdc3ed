#include "g6/sort_mode.hpp"

#include <atomic>

namespace tycho::g6 {

namespace {
std::atomic<int> mode_now{1};
}

void set_sort_mode(int mode) noexcept { mode_now = mode; }
int sort_mode() noexcept { return mode_now; }

}  // namespace tycho::g6
