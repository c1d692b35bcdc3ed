// Result files and probes that somebody made to harm whoever reads them: each is refused by name,
// or reported on as any other.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/error.hpp"
#include "harness/report/report.hpp"
#include "harness/report/scaled_axis.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;
using nlohmann::json;
namespace fs = std::filesystem;

/// The published data with an exhibit of every kind that a run's series can reach.
json published_with_series() {
  json published = synthetic::published();
  for (const char* exhibit :
       {R"({"id": "orbits", "kind": "orbits", "title": "Orbits", "select": {"case": "fig3.5"},
            "series": {"by": ["variant"]}, "planes": ["xy", "3d"]})",
        R"({"id": "pictures", "kind": "pictures", "title": "Pictures", "select": {"case": "fig3.5"},
            "y": {"quantity": "density", "label": "density"}})"})
    published["exhibits"].push_back(json::parse(exhibit));
  return published;
}

class HostileFile : public ::testing::Test {
 protected:
  HostileFile() { folder_.write("published/synthetic.json", published_with_series().dump()); }

  static json sound() {
    result::RunRecord run = synthetic::run("cpu", "cpu", 4, 1e-3);
    result::SeriesRecord& series = run.series.emplace();
    series.orbits = {{0, 1}, {{0, 1}}, {{0, 2}}, {{0, 3}}};
    series.pictures = {synthetic::picture(0, {1, 2, 3, 4})};
    return json::parse(to_text(synthetic::result("Synthetic machine", {run})));
  }
  /// The page, or what is said instead of one. Nothing but a refusal may come of any file.
  std::string outcome() const {
    try {
      report::write_report({{folder_.path() / "here"},
                            {},
                            folder_.path() / "out",
                            folder_.path() / "published",
                            "",
                            true});
    } catch (const UsageError& error) {
      return error.what();
    }
    return folder_.read("out/index.html");
  }
  std::string outcome_of(const std::string& text) const {
    folder_.write("here/synthetic.json", text);
    return outcome();
  }
  std::string outcome_of(const std::function<void(json& run)>& change) const {
    json root = sound();
    change(root["runs"][0]);
    return outcome_of(root.dump());
  }
  std::string outcome_with_probe(const std::string& text) const {
    folder_.write("here/probe.json", text);
    return outcome_of(sound().dump());
  }
  static void expect_refused(const std::string& said, const std::string& at) {
    EXPECT_NE(said.find(at), std::string::npos) << said.substr(0, 400);
    EXPECT_NE(said.find(".json"), std::string::npos) << said.substr(0, 400);
    EXPECT_EQ(said.find("<html"), std::string::npos) << "a page was made";
    EXPECT_LT(said.size(), 1000u) << "an error of one line";
  }
  static void expect_page(const std::string& said) {
    EXPECT_NE(said.find("<html"), std::string::npos) << said.substr(0, 400);
  }

  synthetic::Folder folder_;
};

TEST_F(HostileFile, OfNoHarmIsReported) { expect_page(outcome_of(sound().dump())); }

TEST_F(HostileFile, WithoutStagesIsReported) {
  expect_page(outcome_of([](json& run) { run["timing"]["stages"] = json::object(); }));
}

TEST_F(HostileFile, WhoseStagesAreNullIsRefused) {
  expect_refused(outcome_of([](json& run) { run["timing"]["stages"] = nullptr; }),
                 "/runs/0/timing/stages");
}

TEST_F(HostileFile, WithShortOrEmptyOrbitsIsRefused) {
  const auto orbits = [](json& run) -> json& { return run["series"]["orbits"]; };
  expect_refused(outcome_of([&](json& run) { orbits(run)["x"][0] = {1}; }),
                 "/runs/0/series/orbits/x/0");
  expect_refused(outcome_of([&](json& run) { orbits(run)["y"][0] = json::array(); }),
                 "/runs/0/series/orbits/y/0");
  expect_refused(outcome_of([&](json& run) { orbits(run)["z"] = json::array(); }),
                 "/runs/0/series/orbits/z");
  expect_refused(outcome_of([&](json& run) { orbits(run)["t"] = json::array(); }),
                 "/runs/0/series/orbits/t");
}

TEST_F(HostileFile, WithOrbitsThatLeadNowhereIsReported) {
  const auto orbits_of = [](const json& value) {
    return [value](json& run) {
      for (const char* along : {"x", "y", "z"})
        run["series"]["orbits"][along] = json::array({json::array({value, value})});
    };
  };
  for (const json& value : {json(nullptr), json(0), json(5e-324), json(1e308)})
    expect_page(outcome_of(orbits_of(value)));
  expect_page(outcome_of(
      [](json& run) { run["series"]["orbits"]["x"] = json::parse("[[-1.7e308, 1.7e308]]"); }));
}

TEST_F(HostileFile, WithPicturesOfNoOrNegativeSideIsRefused) {
  for (const int side : {0, -1, 65536})
    expect_refused(outcome_of([&](json& run) { run["series"]["pictures"][0]["side"] = side; }),
                   "/runs/0/series/pictures/0/");
  expect_refused(outcome_of([](json& run) {
                   run["series"]["pictures"][0]["side"] = 0;
                   run["series"]["pictures"][0]["value"] = json::array();
                 }),
                 "/runs/0/series/pictures/0/");
}

TEST_F(HostileFile, WithPicturesOfNothingIsReported) {
  for (const char* value :
       {"[null, null, null, null]", "[0, 0, 0, 5e-324]", "[-1, -2, -3, -4]", "[0, 1e308, null, 1]"})
    expect_page(
        outcome_of([&](json& run) { run["series"]["pictures"][0]["value"] = json::parse(value); }));
}

TEST_F(HostileFile, WithTimesOfNoLengthIsReported) {
  for (const double seconds : {0.0, 5e-324, 1e308})
    expect_page(outcome_of([&](json& run) {
      for (json* times : {&run["timing"]["step_s"], &run["timing"]["total_s"],
                          &run["timing"]["stages"]["force"]["step_s"]})
        for (const char* key : {"median", "value", "low", "high", "minimum"})
          if (times->contains(key)) (*times)[key] = seconds;
    }));
}

TEST_F(HostileFile, NestedWithoutEndIsRefused) {
  const std::string deep(200000, '['), closed(200000, ']');
  expect_refused(outcome_of(deep + closed), "nested deeper");
  std::string text = sound().dump();
  text.insert(1, "\"deep\": " + deep + closed + ", ");
  expect_refused(outcome_of(text), "nested deeper");
}

TEST_F(HostileFile, MayBeFromAMachineOfALongName) {
  json root = sound();
  root["provenance"]["machine"] = std::string(300, 'm');
  root["runs"][0]["case"] = std::string(300, 'c');
  root["runs"][0]["variant"] = std::string(300, 'v');
  expect_page(outcome_of(root.dump()));
  // Two such machines have tables of their own.
  root["provenance"]["machine"] = std::string(299, 'm') + "n";
  folder_.write("here/other.json", root.dump());
  expect_page(outcome());
  std::size_t provenances = 0;
  for (const auto& entry : fs::directory_iterator(folder_.path() / "out/tables")) {
    const std::string name = entry.path().filename().string();
    EXPECT_LE(name.size(), 200u) << name;
    provenances += name.starts_with("provenance-") && name.ends_with(".csv");
  }
  EXPECT_EQ(provenances, 2u);
}

json sound_probe() {
  return json::parse(R"({"schema": "tycho-probe/1",
    "provenance": {"machine": "Synthetic machine", "date": "2001-02-03T04:05:06Z"},
    "ceilings": [
      {"backend": "cpu", "id": "triad", "label": "triad", "unit": "GB/s", "threads": 1,
       "value": {"median": 8, "low": 8, "high": 8}, "seconds": {"median": 1},
       "check": {"pass": true}},
      {"backend": "cpu", "id": "fma_fp32", "label": "fma", "unit": "GFLOP/s", "threads": 1,
       "value": {"median": 4, "low": 4, "high": 4}, "seconds": {"median": 1},
       "check": {"pass": true}}]})");
}

TEST_F(HostileFile, BesideWhichASoundProbeLiesIsReported) {
  EXPECT_NE(outcome_with_probe(sound_probe().dump()).find("Roofline"), std::string::npos);
}

TEST_F(HostileFile, BesideWhichAHostileProbeLiesIsRefusedByTheProbesName) {
  const auto refused = [&](const std::string& at, const std::function<void(json&)>& change) {
    json probe = sound_probe();
    change(probe);
    const std::string said = outcome_with_probe(probe.dump());
    expect_refused(said, at);
    expect_refused(said, "probe.json");
  };
  refused("/provenance/machine", [](json& probe) { probe["provenance"]["machine"] = 3; });
  refused("/provenance/date", [](json& probe) { probe["provenance"]["date"] = {1, 2}; });
  refused("/provenance", [](json& probe) { probe["provenance"] = nullptr; });
  refused("/provenance/gpu/l2_bytes",
          [](json& probe) { probe["provenance"]["gpu"]["l2_bytes"] = "all"; });
  refused("/ceilings", [](json& probe) { probe["ceilings"] = nullptr; });
  refused("/ceilings", [](json& probe) { probe["ceilings"] = json::object(); });
  refused("/ceilings/0", [](json& probe) { probe["ceilings"][0] = 1; });
  refused("/ceilings/0/value/median",
          [](json& probe) { probe["ceilings"][0]["value"]["median"] = -8; });
  refused("/ceilings/0/value/median",
          [](json& probe) { probe["ceilings"][0]["value"]["median"] = "fast"; });
  refused("/ceilings/1/threads", [](json& probe) { probe["ceilings"][1]["threads"] = 1e300; });
  refused("/schema",
          [](json& probe) { probe["schema"] = "tycho-probe/" + std::string(9999, '9'); });
  const std::string deep(200000, '['), closed(200000, ']');
  std::string text = sound_probe().dump();
  text.insert(1, "\"deep\": " + deep + closed + ", ");
  expect_refused(outcome_with_probe(text), "probe.json");
}

TEST_F(HostileFile, BesideWhichAProbeOfNoWorthLiesIsReported) {
  for (const double value : {0.0, 5e-324, 1e-300, 1e308}) {
    json probe = sound_probe();
    for (json& ceiling : probe["ceilings"])
      for (const char* key : {"median", "low", "high"}) ceiling["value"][key] = value;
    expect_page(outcome_with_probe(probe.dump()));
  }
}

// Whatever stands on an axis, it has a few ticks, all of them within it.
TEST(HostileAxis, HasFewTicksWhateverStandsOnIt) {
  using namespace report;
  const double least = 5e-324, most = std::numeric_limits<double>::max();
  const std::vector<std::vector<double>> hostile{{least, 2 * least},
                                                 {0, least},
                                                 {-least, least},
                                                 {1e-310, 3e-310},
                                                 {1e300, std::nextafter(1e300, most)},
                                                 {1, std::nextafter(1.0, 2.0)},
                                                 {-most, most},
                                                 {most, most},
                                                 {least, most},
                                                 {least, least},
                                                 {0, most},
                                                 {std::nan("")},
                                                 {INFINITY, -1},
                                                 {1e-320, 1}};
  for (const Scale scale : {Scale::kLinear, Scale::kLog2, Scale::kLog10})
    for (const Fit fit : {Fit::kExactly, Fit::kMargin, Fit::kTicks, Fit::kFromZero})
      for (const auto& values : hostile) {
        const ScaledAxis axis({"label", scale, {}, 0, 0}, values, fit);
        EXPECT_LE(axis.ticks().size(), 100u);
        for (const Tick& tick : axis.ticks()) {
          EXPECT_GE(tick.at, -1e-6) << values[0];
          EXPECT_LE(tick.at, 1 + 1e-6) << values[0];
        }
      }
}

TEST(HostileAxis, WithARangeOfItsOwnHasFewTicksToo) {
  using namespace report;
  const double most = std::numeric_limits<double>::max();
  for (const auto& [low, high] : {std::pair{-most, most},
                                  {1e300, std::nextafter(1e300, most)},
                                  {0.0, 5e-324},
                                  {-INFINITY, INFINITY},
                                  {0.0, 1.0}})
    for (const Scale scale : {Scale::kLinear, Scale::kLog2, Scale::kLog10}) {
      const ScaledAxis axis({"label", scale, {}, low, high}, {}, Fit::kExactly);
      EXPECT_LE(axis.ticks().size(), 100u) << low << " to " << high;
    }
}

}  // namespace
