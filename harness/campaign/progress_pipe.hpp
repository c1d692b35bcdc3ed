// The child's side of the progress shown by the supervisor.
#pragma once

#include <chrono>
#include <string>

namespace tycho::campaign {

class ProgressPipe {
 public:
  /// Lines go to this descriptor, each with the tag before it; a negative one drops them.
  explicit ProgressPipe(int descriptor, std::string tag = {});

  /// At most a few times a second, and never waiting, so that it does not disturb what is measured.
  void operator()(const std::string& phase, double fraction);

 private:
  int descriptor_;
  std::string tag_, phase_;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace tycho::campaign
