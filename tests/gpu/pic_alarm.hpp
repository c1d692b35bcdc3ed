// What a kernel raises when it finds no room, on the host.
#pragma once

#include "gpu/pic/halt.hpp"

namespace tycho::gpu::pic {

struct Alarm {
  HaltStatus<Need> status{};
  int signal = 0;
  unsigned long long launches = 0;

  Halt next() { return {&status, &signal, ++launches}; }
  /// What was lacking, if anything was; all is well again.
  bool take(Need& was) {
    if (!signal) return false;
    was = status.need;
    status = {};
    signal = 0;
    return true;
  }
};

}  // namespace tycho::gpu::pic
