// The site of a paper that does not exist, about springs, with a headline, speed-ups and a finding.
#pragma once

#include <gtest/gtest.h>

#include "harness/report/report.hpp"
#include "harness/report/site.hpp"
#include "tests/report/synthetic.hpp"

namespace tycho::report {

inline nlohmann::json published_with_front() {
  nlohmann::json paper = synthetic::published();
  paper["headlines"] = nlohmann::json::parse(R"json([
    {"what": "A made-up way", "value": "total", "on": "A card, 1999", "quantity": "total_s",
     "method": {"variant": "gpu-old"}, "best": {"variant": "gpu"}, "n": 8}])json");
  paper["contests"] = nlohmann::json::parse(R"json([
    {"algorithm": "springs", "best": {"variant": "gpu"}, "one_thread": {"variant": "cpu"},
     "all_threads": {"variant": "cpu-all"}, "simd": {"variant": "cpu-simd"}}])json");
  paper["findings"] = nlohmann::json::parse(R"json([
    {"id": "drift", "check": "force_error", "select": {"case": "fig3.5"},
     "sentence": "Forces of springs are short", "known": "The spring is to blame."}])json");
  paper["labels"] = {{"made up gpu", "GPU, in plain words"}};
  return paper;
}

class SiteOfSprings : public ::testing::Test {
 protected:
  SiteOfSprings() { folder_.write("published/synthetic.json", published_with_front().dump()); }

  void write(const std::vector<result::RunRecord>& runs, bool single = false, bool latex = false) {
    folder_.write("here/synthetic.json", synthetic::result("Synthetic machine", runs));
    write_report({{folder_.path() / "here"},
                  {},
                  folder_.path() / "out",
                  folder_.path() / "published",
                  "",
                  single,
                  latex});
  }
  Evidence evidence(const std::vector<result::RunRecord>& runs) {
    const std::filesystem::path file =
        folder_.write("e/synthetic.json", synthetic::result("Synthetic machine", runs));
    return gather(load_results({file}, false), {});
  }
  Paper paper() { return read_published(folder_.path() / "published").at("synthetic"); }
  std::string page(const std::string& name) { return folder_.read("out/" + name); }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }

  synthetic::Folder folder_;
};

}  // namespace tycho::report
