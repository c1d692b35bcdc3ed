// Whether the machine has room: for what is written, for processes and threads, for descriptors.
#pragma once

#include <stdexcept>
#include <system_error>

namespace tycho::campaign {

/// The machine has no room for the campaign to go on. No fault of the run in flight, which is not
/// recorded and can be run later.
class NoRoom : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Whether a call failed for want of room. Memory is not meant: a run that needs more than there is
/// fails by itself.
bool is_no_room(std::error_code error);

/// Starts `count` threads for a moment and throws NoRoom where they cannot be started. OpenMP would
/// end the process instead, with the exit code of any failure.
void require_threads(int count);

}  // namespace tycho::campaign
