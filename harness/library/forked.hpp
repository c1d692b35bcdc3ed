// A function in a process of its own: code of others may crash, hang or pour out text.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace tycho::library {

/// How a process ended.
struct Ended {
  std::string said;     // what it wrote; of more than 32 MiB the end
  bool in_time = true;  // else it was killed
  int status = 0;       // as waitpid() has it

  /// The signal that ended it, in words; empty where it exited by itself.
  std::string signal() const;
};

/// Runs `body` in a child, which ends with the code that it returns. `to` is a descriptor of which
/// the text comes back. Killed after `longest`. Throws where no process can be started; `what` says
/// what for.
Ended forked(const std::string& what, std::chrono::seconds longest,
             const std::function<int(int to)>& body);

}  // namespace tycho::library
