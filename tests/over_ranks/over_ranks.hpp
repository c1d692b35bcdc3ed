// Campaigns of a small case on ranks, started as people start them.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "harness/cli/exit_code.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {

class OverRanks : public TychoProgram {
 protected:
  /// A cluster that takes a few steps.
  static nlohmann::json cluster(const std::vector<int>& ranks) {
    nlohmann::json made = nlohmann::json::parse(R"({
      "schema": "tycho-case/1", "paper": "someone2025", "name": "cluster", "title": "T",
      "algorithm": "all_pairs", "initial": {"kind": "plummer", "seed": 1},
      "settings": {"dt": 0.001, "softening": 0.01},
      "variants": [{"name": "cpu", "label": "CPU", "backend": "cpu", "threads": 1}],
      "suites": {"smoke": {"sizes": [{"n": 101}], "steps": 4, "repeats": 2, "seconds": 0.1}},
      "measure": "timing",
      "checks": [{"check": "rank_invariance", "limit": 0, "reason": "the promise"}]})");
    made["variants"][0]["ranks"] = ranks;
    return made;
  }
  static constexpr const char* kRun = "run someone2025/cluster.json --suite smoke --out c ";

  /// A launcher of one's own: bash text that has RANK, the name of the program as $1 and the rest
  /// of the command line behind it. It runs before `exec "$@"` in each process of mpirun's.
  std::string launcher(const std::string& text) const {
    const auto file = folder_ / "wrapped";
    std::ofstream(file) << "#!/bin/bash\nRANK=$OMPI_COMM_WORLD_RANK\n" << text << "\nexec \"$@\"\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return "--launcher 'mpirun --allow-run-as-root --oversubscribe --bind-to none -n {ranks} " +
           file.string() + "' ";
  }

  /// Processes that work in the test's folder, or were started with its name.
  std::size_t processes() const {
    namespace fs = std::filesystem;
    std::size_t count = 0;
    std::error_code gone;
    for (const auto& entry : fs::directory_iterator("/proc", gone)) {
      std::error_code not_ours;
      if (fs::read_symlink(entry.path() / "cwd", not_ours) == folder_.path() && !not_ours) ++count;
    }
    return count;
  }

  /// Whether all have ended within some seconds.
  bool all_gone(double seconds) const {
    const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (processes() > 0) {
      if (std::chrono::steady_clock::now() > until) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return true;
  }

  nlohmann::json run_of(const std::string& id) const {
    for (const nlohmann::json& run : runs_in("c"))
      if (run.at("id") == id) return run;
    return nullptr;
  }
};

}  // namespace tycho
