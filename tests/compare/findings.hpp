// A sound result, and what verify finds when one thing is changed in it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <string>

#include "harness/verify/verify.hpp"
#include "tests/compare/made_up.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho::verify {

using made_up::around;
using made_up::json;

inline json sound() {
  made_up::RunRecord run =
      made_up::run("v", around(1e-3, 0.01, 7), {{"force", {"events", around(0.8e-3, 0.02, 30)}}});
  run.timing->throughput->stage = "force";
  run.timing->throughput->stage_per_s = 66049 / run.timing->stages.at("force").step_s.median;
  run.series.emplace().curves["energy_error"] = {{0, 1, 2}, {0, 1e-9, 2e-9}};
  return json::parse(to_text(made_up::result({run})));
}

inline Findings findings_of(const json& root) {
  const TemporaryFolder folder;
  std::ofstream(folder / "r.json") << root.dump();
  return verify(folder / "r.json");
}

inline std::string listed(const Findings& findings) {
  std::string all;
  for (const Finding& finding : findings) all += finding.at + ": " + finding.what + "\n";
  return all;
}

// One change, found at this place.
inline void expect_found(const std::string& at, const std::function<void(json&)>& change) {
  json root = sound();
  change(root);
  const Findings findings = findings_of(root);
  EXPECT_TRUE(std::any_of(findings.begin(), findings.end(),
                          [&](const Finding& finding) { return finding.at == at; }))
      << at << " is not among\n"
      << listed(findings);
}

inline json& run_of(json& root) { return root.at("runs").at(0); }
inline json& timing_of(json& root) { return run_of(root).at("timing"); }

}  // namespace tycho::verify
