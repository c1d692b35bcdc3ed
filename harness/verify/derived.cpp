#include <cmath>
#include <cstdio>

#include "harness/verify/verify.hpp"

namespace tycho::verify {

namespace {

std::string text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.7g", value);
  return buffer;
}

}  // namespace

Findings check_derived(const result::ResultFile& file) {
  Findings findings;
  const std::vector<result::Benchmark> expected = result::benchmarks_of(file.runs);
  const std::vector<result::Benchmark>& found = file.benchmarks;
  if (expected.size() != found.size())
    return {{"/benchmarks", std::to_string(found.size()) + " entries, but the runs have " +
                                std::to_string(expected.size()) + " timings"}};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string at = "/benchmarks/" + std::to_string(i);
    const double is = found[i].real_time, should = expected[i].real_time;
    if (found[i].name != expected[i].name)
      findings.push_back({at + "/name", "is " + nlohmann::json(found[i].name).dump() +
                                            ", but the runs give " +
                                            nlohmann::json(expected[i].name).dump()});
    else if (std::abs(is - should) > 1e-9 * std::max(is, should))
      findings.push_back({at + "/real_time",
                          "is " + text(is) + ", but the run's median in ns is " + text(should)});
  }
  if (file.context.date != file.provenance.date)
    findings.push_back({"/context/date", "is not the provenance's"});
  return findings;
}

}  // namespace tycho::verify
