// The files between tycho and a program of the user's, in a folder of the program's own.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/program/start.hpp"

namespace tycho::program {

class Files {
 public:
  /// Empties the folder; the end of this object's life removes it.
  explicit Files(const Task& task);
  ~Files();
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  /// The initial particles and the settings.
  void write() const;

  // Each of these throws UsageError, as the end of a sentence that begins with the program's name.
  Particles final_state() const;
  /// Seconds by stage; empty where the program wrote none. They cannot add up to more than it took.
  std::map<std::string, double> stage_seconds(double wall_s) const;
  std::vector<std::pair<std::int64_t, Particles>> on_the_way() const;

  std::filesystem::path in, out, settings, times;

 private:
  std::filesystem::path state_file(std::int64_t step) const;
  Particles read_state(const std::filesystem::path& file) const;

  const Task& task_;
};

}  // namespace tycho::program
