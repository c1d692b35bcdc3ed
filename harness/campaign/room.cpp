#include "harness/campaign/room.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <latch>
#include <string>
#include <thread>
#include <vector>

namespace tycho::campaign {

bool is_no_room(std::error_code error) {
  constexpr std::array kCodes{ENOSPC, EDQUOT, EFBIG, EROFS, EAGAIN, EMFILE, ENFILE};
  return std::find(kCodes.begin(), kCodes.end(), error.value()) != kCodes.end() &&
         (error.category() == std::generic_category() ||
          error.category() == std::system_category());
}

void require_threads(int count) {
  std::latch all_started(1);  // each waits for the last, so that all are there at once
  std::vector<std::jthread> started;
  try {
    for (int t = 1; t < count; ++t) started.emplace_back([&] { all_started.wait(); });
  } catch (const std::system_error& error) {
    all_started.count_down();
    throw NoRoom("cannot start " + std::to_string(count) + " threads: " + error.code().message());
  }
  all_started.count_down();
}

}  // namespace tycho::campaign
