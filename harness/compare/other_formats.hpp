// Results of Google Benchmark and of nvbench as results of this program's own kind, so that the
// same comparison is made of them.
#pragma once

#include <filesystem>
#include <optional>

#include "harness/result/result.hpp"

namespace tycho::compare {

/// What the file holds, a run for each benchmark (Google Benchmark: its repetitions are the
/// samples; nvbench: each state, with the samples of its binary file where there is one). Nothing
/// where the file is of neither kind. Throws UsageError where it is, and cannot be read: a time
/// that is none, a file of samples that is missing or too short.
std::optional<result::Result> read_other(const std::filesystem::path& file);

}  // namespace tycho::compare
