#include "harness/case/case.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/harness/case_file.hpp"

namespace tycho {
namespace {

using nlohmann::json;
using testing::CaseFolder;
using testing::contracts;
using testing::sound_case;

::testing::AssertionResult says(const std::string& error, const std::string& piece) {
  if (error.find(piece) != std::string::npos && error.find('\n') == std::string::npos)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "\"" << error << "\" is to say: " << piece;
}

/// One spoiled place and what its error must say.
struct Spoiled {
  std::string pointer;  // where the value is put
  std::string value;    // JSON; empty: the key is removed
  std::string place;    // the pointer in the error; "" for the whole file
  std::string says;
};

void PrintTo(const Spoiled& spoiled, std::ostream* out) {
  *out << spoiled.pointer << " = " << spoiled.value;
}

class BadCase : public ::testing::TestWithParam<Spoiled> {};

TEST_P(BadCase, IsOneLineNamingFilePlaceAndWhatIsAllowed) {
  const Spoiled& spoiled = GetParam();
  json document = sound_case();
  const json::json_pointer at(spoiled.pointer);
  if (spoiled.value.empty())
    document.at(at.parent_pointer()).erase(at.back());
  else
    document[at] = json::parse(spoiled.value);

  const CaseFolder folder;
  const std::string place = spoiled.place.empty() ? "" : spoiled.place + ": ";
  const std::string error = folder.error_of(document.dump());
  EXPECT_TRUE(error.starts_with(folder.file().string() + ": " + place)) << error;
  EXPECT_TRUE(says(error, spoiled.says));
}

const Spoiled kSpoiled[] = {
    {"/titel", R"("x")", "/titel", "unknown key; did you mean 'title'?"},
    {"/title", "", "", "the key 'title' is missing"},
    {"/title", "3", "/title", "must be text, not 3"},
    {"/title", R"("")", "/title", "must not be empty"},
    {"/schema", R"("tycho-case/2")", "/schema", "allowed are tycho-case/1"},
    {"/paper", R"("other2020")", "/paper",
     "is not the folder the file is in: put it "
     "into a folder of that name, or set paper to 'someone2025'"},
    {"/paper", R"("../someone2025")", "/paper", "must be a name of letters"},
    {"/paper", R"("some+one")", "/paper", "must be a name of letters, digits and - _ ."},
    {"/name", R"("fig2")", "/name", "is not the file's name without .json"},
    {"/name", R"("a/b")", "/name", "a name of letters, digits and . _ + -"},
    {"/name", R"("..")", "/name", "a name of letters, digits and . _ + -"},
    {"/notes", "[]", "/notes", "at least one element"},
    {"/algorithm", R"("all_pears")", "/algorithm", "did you mean 'all_pairs'?"},
    {"/initial/kind", R"("plumer")", "/initial/kind", "did you mean 'plummer'?; allowed are"},
    {"/initial/cutof", "3", "/initial/cutof", "did you mean 'cutoff'?"},
    {"/initial/seed", "-1", "/initial/seed", "a whole number in [0, "},
    {"/initial/cutoff", "0.5", "/initial/cutoff", "a number in [1, 1e+06], not 0.5"},
    {"/initial/masses", "[2, 1]", "/initial/masses/1", "a number in [2, 1e+06], not 1"},
    {"/initial", R"({"kind": "two_body", "masses": [1, 1], "semi_major_axis": 1,
                     "eccentricity": 0.5})",
     "/suites/quick/sizes/0/n", "must be 2"},
    {"/settings/dt", "-1", "/settings/dt", "is outside ["},
    {"/settings/dt", "1e300", "/settings/dt", "is outside ["},
    {"/settings/dt", R"("small")", "/settings/dt", "takes a number"},
    {"/settings/dt", "null", "/settings/dt", "must be a number or a word"},
    {"/settings/sofening", "0.1", "/settings/sofening", "is no setting of all_pairs; it has dt"},
    {"/settings/threads_per_block", "33", "/settings/threads_per_block", "allowed are 16, 32, 64"},
    {"/variants", "[]", "/variants", "at least one element"},
    {"/variants", "{}", "/variants", "must be an array"},
    {"/variants/0/settings/threads_per_block", "33", "/variants/0/settings/threads_per_block",
     "allowed are 16, 32, 64"},
    {"/variants/0/settings/kernel", R"("fast")", "/variants/0/settings/kernel",
     "allowed are best, tiled"},
    {"/variants/0/settings/loop", R"("plain")", "/variants/0/settings/loop",
     "no meaning on the backend cuda"},
    {"/variants/0/sweep/unroll/0", "-1", "/variants/0/sweep/unroll/0", "is outside [0, 32]"},
    {"/variants/0/sweep/unroll", "[]", "/variants/0/sweep/unroll", "at least one element"},
    {"/variants/0/sweep/unroll", "[16, 16]", "/variants/0/sweep/unroll/1", "16 stands twice"},
    {"/variants/0/sweep", "{}", "/variants/0/sweep", "at least one setting"},
    {"/variants/0/sweep/threads_per_block", "[64]", "/variants/0/sweep/threads_per_block",
     "swept and set"},
    {"/variants/0/backend", R"("gpu")", "/variants/0/backend", "allowed are cpu, cuda"},
    {"/variants/1/name", R"("gpu")", "/variants/1/name", "the name of another variant"},
    {"/variants/1/name", R"("a b")", "/variants/1/name", "letters, digits"},
    {"/variants/1/threads", "0", "/variants/1/threads", "a whole number in [1, 4096], not 0"},
    {"/variants/1/threads", R"("some")", "/variants/1/threads", "a number or \"all\""},
    {"/variants/1/only_sizes", "[1025]", "/variants/1/only_sizes/0", "no suite has this size"},
    {"/suites/tiny", "{}", "/suites/tiny", "allowed are smoke, quick, standard, full"},
    {"/suites", "{}", "/suites", "at least one of smoke, quick, standard, full"},
    {"/suites/smoke/sizes", "[]", "/suites/smoke/sizes", "at least one element"},
    {"/suites/smoke/sizes/0/n", "-5", "/suites/smoke/sizes/0/n",
     "a whole number in [1, 1073741824], not -5"},
    {"/suites/smoke/sizes/0/n", "1.5", "/suites/smoke/sizes/0/n", "a whole number"},
    {"/suites/smoke/sizes/0/n", "1e30", "/suites/smoke/sizes/0/n", "a whole number"},
    {"/suites/smoke/sizes/0/n", "18446744073709551615", "/suites/smoke/sizes/0/n",
     "a whole number"},
    {"/suites/smoke/sizes/0/n", R"("many")", "/suites/smoke/sizes/0/n", "a whole number"},
    {"/suites/smoke/sizes/0", "257", "/suites/smoke/sizes/0", "an object with an 'n'"},
    {"/suites/smoke/sizes/0/grid", "32", "/suites/smoke/sizes/0/grid", "is no setting"},
    {"/suites/quick/sizes/1/n", "1024", "/suites/quick/sizes/1/n", "stands twice"},
    {"/suites/quick/sizes/1/variants", R"(["gpuu"])", "/suites/quick/sizes/1/variants/0",
     "did you mean 'gpu'?"},
    {"/suites/smoke/steps", "0", "/suites/smoke/steps", "a whole number in [1, "},
    {"/suites/smoke/seconds", "0", "/suites/smoke/seconds", "a number in [0.001, 1e+07], not 0"},
    {"/measure", R"("speed")", "/measure", "allowed are timing, evolution"},
    {"/measure", R"("evolution")", "", "the key 'samples' is missing"},
    {"/samples", "10", "/samples", "only an evolution or a comparison is sampled"},
    {"/pictures", "6", "/pictures", "only an evolution has pictures taken"},
    {"/checks", "[]", "/checks", "at least one element"},
    {"/checks/0/check", R"("force_eror")", "/checks/0/check", "did you mean 'force_error'?"},
    {"/checks/0/check", R"("energy_peak")", "/checks/0", "needs a case that measures an evolution"},
    {"/checks/0",
     R"({"check": "linear_growth", "limit": 1, "reason": "r", "parameters": {"redshift": 9}})",
     "/checks/0", "'redshift' of linear_growth needs a case that measures an evolution"},
    {"/checks/0/limit", "-1", "/checks/0/limit", "a number in [0, "},
    {"/checks/0/reason", "", "/checks/0", "the key 'reason' is missing"},
    {"/checks/0/parameters/percentil", "9", "/checks/0", "did you mean 'percentile'?"},
    {"/checks/0/parameters/percentile", "101", "/checks/0", "is outside [0, 100]"},
    {"/checks/0/variants", R"(["nobody"])", "/checks/0/variants/0", "allowed are gpu, cpu, serial"},
    {"/checks/0/largest_n", "0", "/checks/0/largest_n", "a whole number in [1, "},
};

INSTANTIATE_TEST_SUITE_P(EveryPlace, BadCase, ::testing::ValuesIn(kSpoiled));

TEST(CaseText, ThatIsNoJsonIsOneLineWithLineAndColumn) {
  const CaseFolder folder;
  EXPECT_TRUE(says(folder.error_of("{\"schema\":\n  oops}"),
                   folder.file().string() + ": parse error at line 2"));
  EXPECT_TRUE(says(folder.error_of(""), "cannot be read"));
  EXPECT_TRUE(says(folder.error_of("{\"dt\": NaN}"), "parse error"));
  EXPECT_TRUE(says(folder.error_of("{\"dt\": 1e999}"), "number overflow"));
  EXPECT_TRUE(says(folder.error_of("[]"), "must be an object"));
}

TEST(CaseText, OfNothingButBracketsDoesNotUseUpTheStack) {
  const CaseFolder folder;
  EXPECT_TRUE(says(folder.error_of(std::string(1'000'000, '[')), "nested deeper than 64 levels"));
}

TEST(CaseText, WithAKeyOfTwoLinesIsOneLine) {
  const CaseFolder folder;
  EXPECT_TRUE(says(folder.error_of(R"({"a\nb": 1})"), "/a b: unknown key"));
  EXPECT_TRUE(says(folder.error_of(R"({"a\nb": 1, "a\nb": 2})"), "/a b: this key stands twice"));
}

TEST(CaseText, WithAKeyTwiceIsAnErrorAtThatKey) {
  const CaseFolder folder;
  EXPECT_TRUE(says(folder.error_of(R"({"variants": [{"name": "a"}, {"name": "b", "name": "c"}]})"),
                   ": /variants/1/name: this key stands twice"));
  EXPECT_TRUE(
      says(folder.error_of(R"({"a": [[1], {}], "b": 1, "a": 2})"), ": /a: this key stands twice"));
  EXPECT_TRUE(says(folder.error_of(R"({"a": {"x": 1}, "b": {"x": 1}})"), ": /a: unknown key"));
}

TEST(CaseFile, ThatIsNotThereOrAFolderIsAnError) {
  const CaseFolder folder;
  EXPECT_THROW(cases::read_case(folder.root() / "none.json", contracts()), UsageError);
  EXPECT_THROW(cases::read_case(folder.root(), contracts()), UsageError);
  EXPECT_THROW(cases::read_cases(folder.root() / "none", contracts()), UsageError);
}

TEST(Case, KeepsEverythingTheFileSays) {
  const CaseFolder folder;
  const cases::Case read = folder.read(sound_case());
  EXPECT_EQ(read.id(), "someone2025/fig1");
  EXPECT_EQ(read.title, "A figure");
  EXPECT_EQ(read.reproduces, std::vector<std::string>{"Figure 1"});
  EXPECT_EQ(read.algorithm, "all_pairs");
  EXPECT_EQ(read.initial.at("kind"), "plummer");
  EXPECT_EQ(std::get<double>(read.settings.at("dt")), 0.001);
  ASSERT_EQ(read.variants.size(), 3U);
  EXPECT_EQ(read.variants[0].backend, Backend::kCuda);
  EXPECT_EQ(read.variants[0].sweep.at("unroll").size(), 2U);
  EXPECT_EQ(read.variants[1].threads, 0);
  EXPECT_EQ(read.variants[1].only_sizes, std::vector<std::int64_t>{1024});
  EXPECT_EQ(read.variants[2].threads, 1);
  const cases::Suite& quick = read.suites.at("quick");
  EXPECT_EQ(quick.steps, 1000);
  EXPECT_EQ(quick.repeats, 10);
  EXPECT_EQ(quick.seconds, 5);
  EXPECT_EQ(quick.sizes[1].variants, std::vector<std::string>{"gpu"});
  EXPECT_EQ(read.measure, terms::Measure::kTiming);
  EXPECT_EQ(read.checks[0].limit, 2e-5);
  EXPECT_EQ(read.checks[0].parameters.at("percentile"), 99);
  EXPECT_EQ(read.checks[0].largest_n, 1024);
}

TEST(Case, TakesWholeNumbersInAnyJsonForm) {
  const CaseFolder folder;
  json document = sound_case();
  document["/suites/smoke/steps"_json_pointer] = 5e6;
  EXPECT_EQ(folder.read(document).suites.at("smoke").steps, 5000000);
}

TEST(ShippedCases, AllReadCleanly) {
  const auto folder = std::filesystem::path(TYCHO_SOURCE_DIR) / "cases";
  const std::vector<cases::Case> cases = cases::read_cases(folder, contracts());
  EXPECT_GE(cases.size(), 8U);
  for (const cases::Case& one : cases) {
    for (const auto suite : cases::kSuiteNames)
      EXPECT_TRUE(one.suites.count(std::string(suite))) << one.id() << " lacks " << suite;
    // Every variant is asked at least one question.
    for (const cases::Variant& variant : one.variants)
      EXPECT_TRUE(std::any_of(one.checks.begin(), one.checks.end(),
                              [&](const terms::CheckSpec& check) {
                                return check.variants.empty() ||
                                       std::find(check.variants.begin(), check.variants.end(),
                                                 variant.name) != check.variants.end();
                              }))
          << one.id() << "/" << variant.name;
  }
}

}  // namespace
}  // namespace tycho
