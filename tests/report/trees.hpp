// Made-up runs with a parameter and an error, and exhibits of them.
#pragma once

#include <gtest/gtest.h>

#include "harness/report/exhibit.hpp"
#include "tests/report/synthetic.hpp"

namespace tycho::report {

class Trees : public ::testing::Test {
 protected:
  Evidence evidence(const std::vector<result::RunRecord>& runs) {
    folder_.write("here/synthetic.json", synthetic::result("Synthetic machine", runs));
    return gather(load_results({folder_.path() / "here"}, false), {});
  }
  static result::RunRecord swept(double ncrit, double step_s, double error) {
    result::RunRecord run = synthetic::run("gpu", "cuda", 8, step_s);
    run.id += "/ncrit=" + std::to_string(ncrit);
    run.settings["ncrit"] = ncrit;
    run.sweep["ncrit"] = ncrit;
    run.checks->front().details = {{"p50", error}, {"p99.9", 10 * error}};
    return run;
  }
  static Exhibit exhibit(const std::string& kind, const std::string& x, const std::string& y) {
    Exhibit made;
    made.id = made.title = "made-up";
    made.kind = kind;
    made.x_key = made.x_label = x;
    made.y_quantity = made.y_label = y;
    return made;
  }
  synthetic::Folder folder_;
  Paper paper_ = [] {
    Paper paper;
    paper.key = "synthetic";
    return paper;
  }();
};

}  // namespace tycho::report
