// Every implementation of an algorithm under one body of test code.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/algorithm.hpp"
#include "core/error.hpp"
#include "gpu/implementations.hpp"
#include "reference/implementations.hpp"

namespace tycho {

/// One way to run an algorithm: a backend and the settings that make it this one.
struct Way {
  std::string name;
  Backend backend;
  int threads = 1;
  std::vector<std::pair<std::string, double>> numbers;
  std::vector<std::pair<std::string, std::string>> choices;

  friend std::ostream& operator<<(std::ostream& out, const Way& way) { return out << way.name; }
};

inline std::span<const Implementation> list_of(Backend backend) {
  return backend == Backend::kCpu ? reference::implementations() : gpu::implementations();
}

/// Why a way cannot run here; empty where it can.
inline std::string cannot_run(const Way& way) {
  return way.backend == Backend::kCuda ? gpu::unavailable() : "";
}

inline std::unique_ptr<Algorithm> make(
    const Contract& contract, const Way& way,
    const std::vector<std::pair<std::string, double>>& more_numbers = {}) {
  Settings settings(contract, way.backend, way.threads);
  for (const auto& [setting, value] : way.numbers) settings.set(setting, value);
  for (const auto& [setting, value] : way.choices) settings.set(setting, std::string_view(value));
  for (const auto& [setting, value] : more_numbers) settings.set(setting, value);
  for (const Implementation& entry : list_of(way.backend))
    if (entry.contract == &contract) return entry.make(settings);
  throw UsageError("no implementation of " + std::string(contract.name));
}

inline std::string test_name(const testing::TestParamInfo<Way>& info) { return info.param.name; }

}  // namespace tycho

/// Skips a test, counted as skipped, where its way cannot run.
#define SKIP_WHERE_UNAVAILABLE(way) \
  if (const std::string reason = cannot_run(way); !reason.empty()) GTEST_SKIP() << reason
