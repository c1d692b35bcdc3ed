// Every implementation of an algorithm under one body of test code.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/algorithm.hpp"
#include "core/error.hpp"
#include "harness/backends/list.hpp"

namespace tycho {

using Numbers = std::map<std::string, double>;
using Words = std::map<std::string, std::string>;

/// One way to run an algorithm: a backend and the settings that make it this one.
struct Way {
  std::string name;
  Backend backend = Backend::kCpu;
  int threads = 1;
  Numbers numbers;
  Words words;

  bool single() const { return words.count("precision") && words.at("precision") == "fp32"; }
  friend std::ostream& operator<<(std::ostream& out, const Way& way) { return out << way.name; }
};

/// A way named after its settings.
inline Way on(Backend backend, Words words, int threads = 1, Numbers numbers = {}) {
  std::string label(name(backend));
  for (const auto& [key, word] : words) label += "_" + word;
  for (const auto& [key, number] : numbers)
    label += "_" + key + std::to_string(static_cast<int>(number));
  if (threads > 1) label += "_" + std::to_string(threads) + "threads";
  return {label, backend, threads, std::move(numbers), std::move(words)};
}

inline std::span<const Implementation> list_of(Backend backend) {
  return backends::implementations(backend);
}

/// Why a way cannot run here; empty where it can.
inline std::string cannot_run(const Way& way) { return backends::unavailable(way.backend); }

inline std::unique_ptr<Algorithm> make(const Contract& contract, const Way& way,
                                       const Numbers& numbers = {}, const Words& words = {}) {
  Settings settings(contract, way.backend, way.threads);
  for (const Words* given : {&way.words, &words})
    for (const auto& [setting, word] : *given) settings.set(setting, std::string_view(word));
  for (const Numbers* given : {&way.numbers, &numbers})
    for (const auto& [setting, number] : *given) settings.set(setting, number);
  for (const Implementation& entry : list_of(way.backend))
    if (entry.contract == &contract) return entry.make(settings);
  throw UsageError("no implementation of " + std::string(contract.name));
}

inline bool on_cuda(const Way& way) { return way.backend == Backend::kCuda; }

/// The ways for which a test has a meaning: the other ways are not instantiated.
template <typename AnyWay, typename Meant>
std::vector<AnyWay> only(std::vector<AnyWay> ways, Meant meant) {
  std::erase_if(ways, [&](const AnyWay& way) { return !meant(way); });
  return ways;
}

inline std::string test_name(const testing::TestParamInfo<Way>& info) { return info.param.name; }

}  // namespace tycho

/// Skips a test, counted as skipped, where this machine cannot run its way.
#define SKIP_WHERE_UNAVAILABLE(way) \
  if (const std::string reason = cannot_run(way); !reason.empty()) GTEST_SKIP() << reason
