#include "harness/compare/waivers.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/error.hpp"
#include "tests/compare/made_up.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho::compare {
namespace {

using made_up::around;
using made_up::json;

Comparison slower() {
  const auto measured = [](double factor) {
    return std::vector<made_up::RunRecord>{
        made_up::run("v", around(1e-3 * factor, 0.001, 10),
                     {{"force", {"events", around(0.8e-3 * factor, 0.001, 40)}}})};
  };
  return compare(made_up::side({measured(0.999), measured(1), measured(1.001)}),
                 made_up::side({measured(1.049), measured(1.05), measured(1.051)}), {});
}

json waiver() {
  return {{"run", "made_up/*"},   {"stage", "*"},         {"verdict", "slower"},
          {"reason", "issue 12"}, {"date", "2026-11-01"}, {"expires", "2026-12-01"}};
}

std::vector<Waiver> read(const json& root) {
  const TemporaryFolder folder;
  std::ofstream(folder / "waivers.json") << root.dump();
  return read_waivers(folder / "waivers.json");
}

std::vector<Waiver> one(const json& waiver) {
  return read({{"schema", "tycho-waivers/1"}, {"waivers", {waiver}}});
}

TEST(Waivers, ExcuseWhatTheyName) {
  Comparison found = slower();
  ASSERT_EQ(found.verdict, Verdict::kSlower);
  apply(one(waiver()), "2026-11-15", found);
  EXPECT_EQ(found.verdict, Verdict::kSame);
  EXPECT_EQ(found.waived(), 2);
  EXPECT_NE(found.rows.front().waiver, "issue 12");
}

TEST(Waivers, ExcuseNothingElse) {
  for (const auto& [key, value] : std::vector<std::pair<std::string, json>>{
           {"run", "other/*"}, {"stage", "kick"}, {"verdict", "ambiguous"}, {"up_to", 0.04}}) {
    json other = waiver();
    other[key] = value;
    Comparison found = slower();
    apply(one(other), "2026-11-15", found);
    EXPECT_EQ(found.verdict, Verdict::kSlower) << key;
    EXPECT_NE(found.notes.back().find("excuses nothing"), std::string::npos);
  }
  json wide = waiver();
  wide["up_to"] = 0.06;
  Comparison found = slower();
  apply(one(wide), "2026-11-15", found);
  EXPECT_EQ(found.verdict, Verdict::kSame);
}

TEST(Waivers, ThatExpiredAreToldOfAndNotApplied) {
  Comparison found = slower();
  apply(one(waiver()), "2026-12-01", found);
  EXPECT_EQ(found.verdict, Verdict::kSlower);
  EXPECT_NE(found.notes.back().find("expired on 2026-12-01"), std::string::npos);
}

TEST(Waivers, MustGiveReasonAndDates) {
  const auto complaint = [](const json& root) -> std::string {
    try {
      read(root);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  for (const char* key : {"run", "verdict", "reason", "date", "expires"}) {
    json lacking = waiver();
    lacking.erase(key);
    const std::string said = complaint({{"schema", "tycho-waivers/1"}, {"waivers", {lacking}}});
    EXPECT_NE(said.find(key), std::string::npos) << said;
  }
  json backwards = waiver();
  backwards["expires"] = "2026-10-01";
  EXPECT_NE(complaint({{"schema", "tycho-waivers/1"}, {"waivers", {backwards}}}), "");
  for (const char* none : {"yesterday", "2026-02-31", "2026- 9- 1"}) {
    json no_date = waiver();
    no_date["date"] = none;
    EXPECT_NE(complaint({{"schema", "tycho-waivers/1"}, {"waivers", {no_date}}}).find("YYYY-MM-DD"),
              std::string::npos)
        << none;
  }
  EXPECT_NE(complaint({{"schema", "tycho-waivers/2"}, {"waivers", {waiver()}}}), "");
  EXPECT_EQ(complaint({{"schema", "tycho-waivers/1"}, {"waivers", json::array()}}), "");
}

}  // namespace
}  // namespace tycho::compare
