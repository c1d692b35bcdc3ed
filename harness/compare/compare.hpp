// Two sides compared: numerics first, then every stage, all tests corrected together.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "harness/compare/options.hpp"
#include "harness/compare/row.hpp"
#include "harness/compare/side.hpp"

namespace tycho::compare {

struct Comparison {
  std::vector<Row> rows;  // worst first, waived ones behind all that decide
  /// The worst of the rows that are open (Row::open) and not waived.
  Verdict verdict = Verdict::kSame;
  std::string base, fresh;               // what each side is, in words
  std::vector<std::string> differences;  // of the machines and builds: "driver: 580, then 590"
  std::vector<std::string> notes;        // runs left out, waivers that expired
  Options options;

  int count(Verdict verdict) const;  // rows that are not waived
  int waived() const;
};

Comparison compare(const Side& base, const Side& fresh, const Options& options);

/// Sorts the rows and draws the verdict from them again: after waivers were applied.
void conclude(Comparison& comparison);

}  // namespace tycho::compare
