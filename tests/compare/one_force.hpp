// Made-up runs whose force may be slower, and what compare says of them.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "harness/compare/compare.hpp"
#include "tests/compare/made_up.hpp"

namespace tycho::made_up {

// A step of 1 ms of which the force takes 0.8.
inline RunRecord measured(double force = 1, double half_width = 0.005, int count = 40,
                          const std::string& method = "events",
                          const std::string& backend = "cuda") {
  return run("v", around(1e-3 + 0.8e-3 * (force - 1), 0.001, 10),
             {{"force", {method, around(0.8e-3 * force, half_width, count)}},
              {"kick", {method, around(0.1e-3, half_width, count)}}},
             backend);
}

inline RunRecord not_ok(result::Status status, const std::string& reason) {
  RunRecord made = measured();
  made.timing.reset();
  made.status = status;
  made.reason = reason;
  made.checks->clear();
  return made;
}

inline const compare::Row& row_of(const compare::Comparison& comparison, const std::string& what) {
  for (const compare::Row& row : comparison.rows)
    if (row.what == what) return row;
  throw std::runtime_error("no row " + what);
}

inline compare::Comparison compared(const RunRecord& base, const RunRecord& fresh,
                                    const compare::Options& options = {}) {
  return compare::compare(side({{base}}), side({{fresh}}), options);
}

// Three processes a side that differ by a thousandth.
inline compare::Comparison three(double before, double after,
                                 const compare::Options& options = {}) {
  std::vector<std::vector<RunRecord>> base, fresh;
  for (const double process : {0.999, 1.0, 1.001}) {
    base.push_back({measured(before * process)});
    fresh.push_back({measured(after * process)});
  }
  return compare::compare(side(base), side(fresh), options);
}

}  // namespace tycho::made_up
