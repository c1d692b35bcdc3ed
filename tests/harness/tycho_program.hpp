// The program itself, run by a shell in a folder of the test's own, with small cases beside it.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/result/durable_file.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {

struct Said {
  int code = -1;
  std::string out, err;
};

class TychoProgram : public ::testing::Test {
 protected:
  /// `before` is shell text: limits, traps. A program that hangs is ended, with code 124. Of what
  /// the program prints, `to` says where it goes.
  Said tycho(const std::string& arguments, const std::string& before = "",
             const std::string& to = "") const {
    const std::string out = path("stdout"), err = path("stderr");
    std::ofstream(out).close();
    std::ofstream(err).close();
    const std::string streams = to.empty() ? ">'" + out + "' 2>'" + err + "'" : to;
    const std::string command = "cd '" + folder_.path().string() + "' && { " + before +
                                " timeout 60 '" TYCHO_PROGRAM "' " + arguments + "; } " + streams;
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, result::read_text(out),
            result::read_text(err)};
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// Writes a case of paper someone2025 and gives its path, relative to the folder.
  std::string write_case(const nlohmann::json& content) const {
    std::filesystem::create_directories(folder_ / "someone2025");
    const std::string file = "someone2025/" + content.at("name").get<std::string>() + ".json";
    std::ofstream(folder_ / file) << content.dump(1) << '\n';
    return file;
  }

  /// Two bodies on an orbit, some points of which are kept.
  static nlohmann::json orbit(const std::string& name, int samples = 4) {
    nlohmann::json made = nlohmann::json::parse(R"({
      "schema": "tycho-case/1", "paper": "someone2025", "title": "T", "algorithm": "all_pairs",
      "initial": {"kind": "two_body", "masses": [1, 0.5], "semi_major_axis": 1,
                  "eccentricity": 0.25},
      "settings": {"dt": 0.001, "softening": 0.001},
      "variants": [{"name": "cpu", "label": "CPU", "backend": "cpu", "threads": 1}],
      "suites": {"smoke": {"sizes": [{"n": 2}], "steps": 2000}},
      "measure": "evolution",
      "checks": [{"check": "energy_drift", "limit": 1, "reason": "it runs"}]})");
    made["name"] = name;
    made["samples"] = samples;
    return made;
  }

  /// The records of the paper's result in a campaign's folder.
  nlohmann::json runs_in(const std::string& campaign) const {
    const auto file = folder_ / (campaign + "/someone2025.json");
    return nlohmann::json::parse(result::read_text(file)).at("runs");
  }

  TemporaryFolder folder_;
};

}  // namespace tycho
