// Ctrl-C and SIGTERM set a flag that the supervisor asks for, instead of ending it at any moment.
#pragma once

namespace tycho::campaign {

/// While one is alive, SIGINT, SIGTERM and SIGHUP set a flag and interrupt a waiting poll().
/// One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool interrupted();
};

}  // namespace tycho::campaign
