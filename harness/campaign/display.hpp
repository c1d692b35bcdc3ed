// What `tycho run` shows while it runs: on a terminal one line that is kept up to date, otherwise
// one plain line for every finished run, and one a minute of a run that takes longer. Runs that are
// skipped one after the other for one reason share a line.
#pragma once

#include <chrono>
#include <ostream>
#include <string>

#include "harness/campaign/supervisor.hpp"

namespace tycho::campaign {

class Display final : public Watcher {
 public:
  /// `total` runs of which `done` were finished before; `estimate` is the time of the other runs.
  Display(std::ostream& out, bool terminal, std::size_t done, std::size_t total, Seconds estimate,
          Seconds between_lines = Seconds(60));
  ~Display() override;

  void started(const Job& job) override;
  void progressed(const std::string& phase, double fraction) override;
  void finished(const Job& job, const result::RunRecord& record, Seconds taken) override;

 private:
  /// Runs skipped one after the other for one reason, of which nothing has been said yet.
  struct Skipped {
    std::size_t runs = 0, last_count = 0;
    std::string first, last, reason;
  };

  /// When a phase began to be told of, and how much of it had been done by then.
  struct PhaseBegin {
    std::string phase;
    double fraction = 0;
    std::chrono::steady_clock::time_point at{};
  };

  void draw(const std::string& phase, double fraction);
  void skip(const std::string& reason);
  void say_skipped();
  /// By the estimates of what is left, corrected by how long the finished runs really took. Of the
  /// run in flight at least what its phase still takes at the rate that it has shown.
  Seconds time_left(double fraction) const;

  std::ostream& out_;
  bool terminal_;
  std::size_t done_, total_;
  Seconds between_lines_, estimate_left_, current_{0}, estimated_{0}, taken_{0};
  std::string id_;
  PhaseBegin begin_;
  Skipped skipped_;
  std::chrono::steady_clock::time_point said_ = std::chrono::steady_clock::now();
};

/// "[3/8] <id>  <phase> <left>"
struct ProgressLine {
  std::string count, id, phase, left;
};

/// The line in this number of columns: the beginning of the id goes first, then the phase; how much
/// is done and how long the rest takes stays.
std::string fitted(const ProgressLine& line, std::size_t columns);

/// Whether a descriptor is a terminal that understands being written over.
bool is_terminal(int descriptor);

}  // namespace tycho::campaign
