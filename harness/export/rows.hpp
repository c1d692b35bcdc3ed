// The table that an export is, whatever the format: a row a sample, stage and run, under the
// columns of docs/formats.md ("an export").
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "harness/result/result.hpp"

namespace tycho::exports {

struct Sample {
  std::string_view stage, method;
  std::int64_t place = 0;  // in the order of the file, from 0
  double seconds = 0;      // per step
};

struct Row {
  const result::Provenance& from;  // of the result that has the run
  const result::RunRecord& run;
  std::optional<Sample> sample;  // none: the run has no times
};

enum class Type { kText, kWhole, kNumber };

/// Nothing, or what the column's type says.
using Cell = std::variant<std::monostate, std::string_view, std::int64_t, double>;

struct Column {
  std::string_view name;
  Type type;
  bool may_be_empty;
  Cell (*cell)(const Row&);
};

std::span<const Column> columns();

/// All rows of the results, run by run, as the files have them: the step first, then its stages.
void for_each_row(std::span<const result::Result> results,
                  const std::function<void(const Row&)>& take);

}  // namespace tycho::exports
