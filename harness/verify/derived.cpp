#include <cmath>

#include "harness/result/plural.hpp"
#include "harness/result/seven_digits.hpp"
#include "harness/verify/verify.hpp"

namespace tycho::verify {

Findings check_derived(const result::ResultFile& file) {
  Findings findings;
  const std::vector<result::Benchmark> expected = result::benchmarks_of(file.runs);
  const std::vector<result::Benchmark>& found = file.benchmarks;
  if (expected.size() != found.size())
    return {{"/benchmarks",
             (found.size() == 1 ? "1 entry" : std::to_string(found.size()) + " entries") +
                 ", but the runs have " + result::plural(expected.size(), "timing")}};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string at = "/benchmarks/" + std::to_string(i);
    const double is = found[i].real_time, should = expected[i].real_time;
    if (found[i].name != expected[i].name)
      findings.push_back({at + "/name", "is " + nlohmann::json(found[i].name).dump() +
                                            ", but the runs give " +
                                            nlohmann::json(expected[i].name).dump()});
    else if (std::abs(is - should) > 1e-9 * std::max(is, should))
      findings.push_back({at + "/real_time", "is " + result::seven_digits(is) +
                                                 ", but the run's median in ns is " +
                                                 result::seven_digits(should)});
    if (found[i].cpu_time != found[i].real_time)
      findings.push_back({at + "/cpu_time", "is not real_time, which stands for both"});
    if (found[i].iterations != expected[i].iterations)
      findings.push_back(
          {at + "/iterations", "is " + std::to_string(found[i].iterations) + ", but the run has " +
                                   result::plural(expected[i].iterations, "sample")});
    if (found[i].threads && found[i].threads != expected[i].threads)
      findings.push_back({at + "/threads", "is not the run's"});
  }
  if (file.context.num_cpus != file.provenance.processor.cores)
    findings.push_back({"/context/num_cpus", "is not the cores of the provenance's processor"});
  if (file.context.date != file.provenance.date)
    findings.push_back({"/context/date", "is not the provenance's"});
  return findings;
}

}  // namespace tycho::verify
