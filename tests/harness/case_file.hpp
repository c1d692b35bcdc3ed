// A sound case on disk that tests spoil in one place.
#pragma once

#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/error.hpp"
#include "core/known_contracts.hpp"
#include "harness/case/case.hpp"

namespace tycho::testing {

inline std::span<const Contract* const> contracts() { return known_contracts(); }

inline nlohmann::json sound_case() {
  return nlohmann::json::parse(R"({
    "schema": "tycho-case/1", "paper": "someone2025", "name": "fig1", "title": "A figure",
    "reproduces": ["Figure 1"], "notes": ["A note."],
    "algorithm": "all_pairs",
    "initial": {"kind": "plummer", "seed": 1},
    "settings": {"dt": 0.001, "softening": 0.01, "threads_per_block": 64},
    "variants": [
      {"name": "gpu", "label": "GPU", "backend": "cuda",
       "settings": {"kernel": "tiled", "threads_per_block": 256}, "sweep": {"unroll": [1, 16]}},
      {"name": "cpu", "label": "CPU", "backend": "cpu", "threads": "all",
       "settings": {"loop": "plain"}, "only_sizes": [1024]},
      {"name": "serial", "label": "CPU, 1 thread", "backend": "cpu", "threads": 1}
    ],
    "suites": {
      "smoke": {"sizes": [{"n": 257}], "steps": 4, "repeats": 2, "seconds": 1},
      "quick": {"sizes": [{"n": 1024}, {"n": 4096, "variants": ["gpu"], "softening": 0.02}],
                "steps": 1000, "repeats": 10, "seconds": 5}
    },
    "measure": "timing",
    "checks": [{"check": "force_error", "limit": 2e-5, "reason": "rounding",
                "parameters": {"percentile": 99}, "variants": ["gpu"], "largest_n": 1024}]
  })");
}

/// A folder of its own that goes with the test.
class CaseFolder {
 public:
  CaseFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tycho-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw std::runtime_error("no temporary folder");
    root_ = pattern;
    std::filesystem::create_directories(root_ / "someone2025");
  }
  CaseFolder(const CaseFolder&) = delete;
  CaseFolder& operator=(const CaseFolder&) = delete;
  ~CaseFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path file() const { return root_ / "someone2025" / "fig1.json"; }
  std::filesystem::path write(const std::string& text) const {
    std::ofstream(file()) << text;
    return file();
  }

  cases::Case read(const nlohmann::json& json) const {
    return cases::read_case(write(json.dump()), contracts());
  }

  /// The error that reading this text gives, or "" where it reads.
  std::string error_of(const std::string& text) const {
    try {
      cases::read_case(write(text), contracts());
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }

 private:
  std::filesystem::path root_;
};

}  // namespace tycho::testing
