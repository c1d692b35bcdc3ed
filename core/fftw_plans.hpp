// Which of FFTW's plans were found to be fastest. To measure plans takes seconds, and two processes
// that measure need not take the same plan: the same transform would take different times in two
// runs, for no reason that a reader of both could see.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace tycho {

/// A plan that was measured: how many threads of the team it uses, and FFTW's own description of it
/// (its wisdom); empty where measuring took too long, and the plan is one that was not measured.
struct FftwFound {
  int threads = 1;
  std::string wisdom;
};

/// Those of this process, by what is transformed. Threads may ask at the same time.
class FftwPlans {
 public:
  static FftwPlans& of_process();

  std::optional<FftwFound> find(const std::string& transform) const;
  void add(const std::string& transform, const FftwFound& found);

  /// From now on told of each plan that is added.
  using Told = std::function<void(const std::string& transform, const FftwFound& found)>;
  void tell(Told told);

 private:
  mutable std::mutex one_at_a_time_;
  std::map<std::string, FftwFound> found_;
  Told told_;
};

}  // namespace tycho
