// Pictures drawn from particles, the characters that results keep of them, and the steps at which a
// universe has its picture taken.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "core/contracts/tree_pm.hpp"
#include "harness/measure/picture.hpp"
#include "harness/measure/picture_steps.hpp"
#include "harness/result/picture_levels.hpp"
#include "tests/harness/case_file.hpp"

namespace tycho {
namespace {

using measure::Detail;
using measure::Picture;

constexpr double kBox = 130;

/// Unequal masses at random places, one on a face of the box and one outside it.
Particles scattered(std::size_t n) {
  Particles p(n);
  std::uint64_t state = 12345;
  const auto draw = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state >> 11U) * 0x1p-53;
  };
  for (std::size_t i = 0; i < n; ++i) {
    p.mass[i] = 0.5 + draw();
    p.set_position(i, {kBox * draw(), kBox * draw(), kBox * draw()});
  }
  p.set_position(1, {0, kBox, 1});
  p.set_position(2, {-7, 3 * kBox + 5, kBox + 2});
  return p;
}

/// The part of a triangle that lies in a cell of width 1, along one axis of a periodic row of
/// cells: a sum over many points of the cell.
double overlap(double middle, double width, int cell, int side) {
  constexpr int kPoints = 200;
  double found = 0;
  for (int k = 0; k < kPoints; ++k)
    for (const double image : {-1.0, 0.0, 1.0}) {
      const double away = std::abs(cell + (k + 0.5) / kPoints - middle - image * side) / width;
      found += std::max(0.0, 1 - away) / width / kPoints;
    }
  return found;
}

TEST(SliceOfTheUniverse, IsEveryParticlesShareOfEveryCell) {
  const Particles p = scattered(1009);
  const Picture picture = measure::slice_along_z(p, kBox, 0.5, 3);
  ASSERT_EQ(picture.side, 20);  // two cells for each of the ten particles along a side
  EXPECT_EQ(picture.scale_factor, 0.5);
  EXPECT_EQ(picture.t, 3);
  const double width = picture.side / std::cbrt(1009.0);
  const double mass = std::accumulate(p.mass.begin(), p.mass.end(), 0.0);
  const auto within = [](double x) { return x / kBox - std::floor(x / kBox); };
  std::vector<double> expected(picture.value.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!(within(p.z[i]) < 0.25)) continue;
    for (int row = 0; row < picture.side; ++row) {
      const double share = overlap(picture.side * within(p.y[i]), width, row, picture.side);
      for (int column = 0; share > 0 && column < picture.side; ++column)
        expected[static_cast<std::size_t>(row * picture.side + column)] +=
            p.mass[i] * share *
            overlap(picture.side * within(p.x[i]), width, column, picture.side) * picture.side *
            picture.side / (0.25 * mass);
    }
  }
  for (std::size_t c = 0; c < expected.size(); ++c)
    EXPECT_NEAR(picture.value[c], expected[c], 1e-4 * (1 + expected[c])) << c;
}

// Also where a cell is no whole number of the lattice's distances wide.
TEST(SliceOfTheUniverse, OfALatticeIsEven) {
  for (const int across : {12, 74, 80}) {
    Particles p(static_cast<std::size_t>(across) * across * across);
    for (std::size_t i = 0; i < p.size(); ++i) {
      const auto at = [&](std::size_t k, double shift) {
        return kBox * (static_cast<double>(k % static_cast<std::size_t>(across)) + shift) / across;
      };
      p.mass[i] = 3;
      p.set_position(i, {at(i, 0.3), at(i / across, 0.7), at(i / across / across, 0.5)});
    }
    for (const Detail detail : {Detail::kLast, Detail::kOnTheWay}) {
      const Picture picture = measure::slice_along_z(p, kBox, 1, 0, detail);
      const auto [low, high] = std::minmax_element(picture.value.begin(), picture.value.end());
      EXPECT_NEAR(*high / *low, 1, 1e-9) << across << " in " << picture.side;
    }
  }
}

TEST(SliceOfTheUniverse, IsTheSameOnAnyNumberOfThreads) {
  const Particles p = scattered(20011);
  const Picture one = measure::slice_along_z(p, kBox, 1, 0, Detail::kLast, 1);
  for (const int threads : {2, 3, 7}) {
    const Picture several = measure::slice_along_z(p, kBox, 1, 0, Detail::kLast, threads);
    EXPECT_EQ(one.value, several.value) << threads;
  }
}

TEST(SliceOfTheUniverse, LeavesOutWhatIsNowhere) {
  Particles p = scattered(1009);
  const Picture before = measure::slice_along_z(p, kBox, 1, 0);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  p.x[3] = p.y[4] = p.z[5] = p.mass[6] = kNan;
  p.x[7] = kInfinity;
  p.y[8] = -kInfinity;
  p.z[9] = 1e300;
  p.mass[10] = kInfinity;
  for (const int threads : {1, 3}) {
    const Picture picture = measure::slice_along_z(p, kBox, 1, 0, Detail::kLast, threads);
    for (const double value : picture.value) ASSERT_TRUE(std::isfinite(value));
    EXPECT_NEAR(std::accumulate(picture.value.begin(), picture.value.end(), 0.0),
                std::accumulate(before.value.begin(), before.value.end(), 0.0), 20);
  }
}

TEST(SliceOfTheUniverse, OfNothingIsEmpty) {
  for (const std::size_t n : {std::size_t{0}, std::size_t{8}}) {
    const Picture picture = measure::slice_along_z(Particles(n), kBox, 1, 0);
    for (const double value : picture.value) EXPECT_EQ(value, 0);
  }
}

TEST(SliceOfTheUniverse, OnTheWayHasHalfTheCells) {
  const auto side = [](std::size_t across, Detail detail) {
    return measure::slice_along_z(Particles(across * across * across), kBox, 1, 0, detail).side;
  };
  EXPECT_EQ(side(16, Detail::kLast), 32);
  EXPECT_EQ(side(16, Detail::kOnTheWay), 32);
  EXPECT_EQ(side(64, Detail::kLast), 128);
  EXPECT_EQ(side(64, Detail::kOnTheWay), 96);
  EXPECT_EQ(side(128, Detail::kOnTheWay), 128);
}

TEST(StarsOfAGalaxy, AreCountedIntoCellsWithoutTheHalo) {
  Particles p = scattered(4001);
  std::vector<std::uint8_t> species(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) species[i] = i % 3;
  p.x[7] = std::numeric_limits<double>::quiet_NaN();
  const Vec3<double> middle{60, 70, 0};
  constexpr double kHalf = 40;
  const Picture picture = measure::stars_along_z(p, species, middle, kHalf, 2);
  ASSERT_EQ(picture.side, 64);  // few stars, few cells
  const double cell = 2 * kHalf / picture.side;
  std::vector<double> expected(picture.value.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double x = (p.x[i] - middle.x + kHalf) / cell, y = (p.y[i] - middle.y + kHalf) / cell;
    if (species[i] == 0 || !(x >= 0 && x < picture.side && y >= 0 && y < picture.side)) continue;
    expected[static_cast<std::size_t>(y) * picture.side + static_cast<std::size_t>(x)] +=
        p.mass[i] / (cell * cell);
  }
  for (std::size_t c = 0; c < expected.size(); ++c)
    EXPECT_NEAR(picture.value[c], expected[c], 1e-9) << c;
  EXPECT_EQ(measure::stars_along_z(p, species, middle, kHalf, 2, Detail::kLast, 5).value,
            picture.value);
}

TEST(StarsOfAGalaxy, ManyMakeAPictureOf512Cells) {
  const Particles p(1'000'000);
  const std::vector<std::uint8_t> stars(p.size(), 1);
  EXPECT_EQ(measure::stars_along_z(p, stars, {}, 1, 0).side, 512);
  EXPECT_EQ(measure::stars_along_z(p, stars, {}, 1, 0, Detail::kOnTheWay).side, 256);
}

result::PictureRecord record_of(const std::vector<double>& values) {
  result::PictureRecord record;
  record.levels = result::levels_of(values);
  return record;
}

TEST(PictureLevels, AreHalfALevelOffAtMost) {
  std::vector<double> values;
  for (int i = 0; i <= 5000; ++i) values.push_back(0.03 * std::pow(10, 4.9 * i / 5000));
  const result::PictureRecord record = record_of(values);
  const double step = std::log(record.levels->most / record.levels->least) / 90;
  EXPECT_LT(step, 0.13);
  const std::vector<double> again = result::values_of(record);
  ASSERT_EQ(again.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_LE(std::abs(std::log(again[i] / values[i])), 0.5 * step * (1 + 1e-9)) << i;
  EXPECT_DOUBLE_EQ(again.front(), values.front());
  EXPECT_NEAR(again.back(), values.back(), 1e-9);
  // What was a level stays that level.
  EXPECT_EQ(result::levels_of(again).cells, record.levels->cells);
}

TEST(PictureLevels, ReachFiveDecadesBelowTheBrightestCell) {
  const std::vector<double> again = result::values_of(record_of({1e-9, 1e-5, 1}));
  EXPECT_NEAR(again[0], 1e-5, 1e-17);
  EXPECT_NEAR(again[1], 1e-5, 1e-17);
  EXPECT_NEAR(again[2], 1, 1e-12);
}

TEST(PictureLevels, KeepNothingAndWhatIsNoNumberApart) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> again =
      result::values_of(record_of({0, kNan, 7, -1, std::numeric_limits<double>::infinity(), 7}));
  EXPECT_EQ(again[0], 0);
  EXPECT_TRUE(std::isnan(again[1]));
  EXPECT_DOUBLE_EQ(again[2], 7);
  EXPECT_EQ(again[3], 0);
  EXPECT_TRUE(std::isnan(again[4]));
  for (const std::vector<double>& values :
       {std::vector<double>{0, 0}, {kNan, kNan}, {5e-324, 0}, {1e308, 1e-300}, {}}) {
    const result::PictureRecord record = record_of(values);
    EXPECT_GT(record.levels->least, 0);
    EXPECT_LE(record.levels->least, record.levels->most);
    EXPECT_EQ(result::values_of(record).size(), values.size());
  }
}

TEST(PictureLevels, AreTextThatJsonWritesAsItIs) {
  std::vector<double> values{0, std::numeric_limits<double>::quiet_NaN()};
  for (int i = 0; i < 91; ++i) values.push_back(std::pow(10, i / 18.0));
  const std::string cells = result::levels_of(values).cells;
  EXPECT_EQ(nlohmann::json(cells).dump(), '"' + cells + '"');
  EXPECT_EQ(result::not_a_cell(cells), std::string::npos);
  EXPECT_EQ(std::set<char>(cells.begin(), cells.end()).size(), 93U);
  for (const char other : {'"', '\\', '\n', '\x7f', '\xc3', '\0'})
    EXPECT_EQ(result::not_a_cell(std::string("!! ~}") + other), 5U);
}

// As an older program wrote it.
TEST(PictureLevels, AreNotNeededByARecordOfNumbers) {
  result::PictureRecord record;
  record.value = {1, 2, 3, 4};
  EXPECT_EQ(result::values_of(record), (std::vector<double>{1, 2, 3, 4}));
}

TEST(PictureLevels, OfAUniverseTakeLessThan700KilobytesInAResult) {
  result::RunRecord run;
  for (const int side : {256, 256, 256, 512}) {
    result::PictureRecord record = record_of(std::vector<double>(side * side, 1));
    record.side = side;
    if (!run.series) run.series.emplace().pictures.emplace();
    run.series->pictures->push_back(record);
  }
  EXPECT_LT(to_json(run).dump().size(), 700'000U);
}

Settings universe(double dt) {
  Settings settings(tree_pm::contract(), Backend::kCpu, 1);
  settings.set("box", kBox);
  settings.set("dt", dt);
  return settings;
}

TEST(PictureSteps, AreThoseNearestToTheRedshifts) {
  const double dt = std::log(127.0) / 96;
  using Steps = std::vector<std::int64_t>;
  const Settings settings = universe(dt);
  EXPECT_EQ(measure::picture_steps({126, 5, 1, 0}, settings, 96), (Steps{0, 60, 82, 96}));
  for (const auto& [z, step] : {std::pair(5.0, 60), {1.0, 82}})
    EXPECT_LT(std::abs(std::log((1 + z) * std::exp(step * dt) / 127)), 0.5 * dt);
  // A run of four steps ends at z = 103.
  EXPECT_EQ(measure::picture_steps({126, 5, 1, 0}, settings, 4), (Steps{0}));
  EXPECT_EQ(measure::picture_steps({126, 103, 0}, settings, 4), (Steps{0, 4}));
  // Two redshifts within one step are one picture.
  EXPECT_EQ(measure::picture_steps({126, 125.9, 1, 0.99}, settings, 96), (Steps{0, 82}));
  EXPECT_EQ(measure::picture_steps({}, settings, 96), Steps{});
}

TEST(PictureSteps, AreEvenWithoutRedshifts) {
  using Steps = std::vector<std::int64_t>;
  EXPECT_EQ(measure::even_picture_steps(0, 24, 96), Steps{});
  EXPECT_EQ(measure::even_picture_steps(2, 24, 96), (Steps{0, 96}));
  EXPECT_EQ(measure::even_picture_steps(3, 24, 96), (Steps{0, 48, 96}));
}

nlohmann::json universe_case() {
  nlohmann::json document = testing::sound_case();
  document["algorithm"] = "tree_pm";
  document["initial"] = {{"kind", "cosmology"}, {"seed", 1}};
  document["settings"] = {{"box", kBox}, {"dt", 0.05}};
  document["variants"] =
      nlohmann::json::parse(R"([{"name": "cpu", "label": "CPU", "backend": "cpu", "threads": 1}])");
  document["suites"] =
      nlohmann::json::parse(R"({"smoke": {"sizes": [{"n": 1728}], "steps": 4, "seconds": 1}})");
  document["measure"] = "evolution";
  document["samples"] = 4;
  document["checks"] =
      nlohmann::json::parse(R"([{"check": "momentum", "limit": 0.1, "reason": "made up"}])");
  return document;
}

TEST(CaseWithPictures, TakesANumberOrRedshifts) {
  const testing::CaseFolder folder;
  nlohmann::json document = universe_case();
  document["pictures"] = 3;
  EXPECT_EQ(folder.read(document).pictures.number, 3);
  document["pictures"] = {{"redshifts", {126, 5, 1, 0}}};
  const cases::Case read = folder.read(document);
  EXPECT_EQ(read.pictures.number, 0);
  EXPECT_EQ(read.pictures.redshifts, (std::vector<double>{126, 5, 1, 0}));
}

TEST(CaseWithPictures, SaysWhatIsWrongWithThem) {
  const testing::CaseFolder folder;
  const auto error_of = [&](const char* pictures, const char* algorithm = nullptr) {
    nlohmann::json document = universe_case();
    document["pictures"] = nlohmann::json::parse(pictures);
    if (algorithm) {
      document["algorithm"] = algorithm;
      document["initial"] = {{"kind", "plummer"}, {"seed", 1}};
      document["settings"] = {{"dt", 0.05}};
    }
    const std::string error = folder.error_of(document.dump());
    const std::string origin = folder.file().string() + ": ";
    return error.substr(std::min(error.size(), origin.size()));
  };
  EXPECT_EQ(error_of("1"), "/pictures: must be a whole number in [2, 24], not 1");
  EXPECT_EQ(error_of(R"("four")"), "/pictures: must be a whole number in [2, 24], not \"four\"");
  EXPECT_EQ(error_of("{}"), "/pictures: the key 'redshifts' is missing");
  EXPECT_EQ(error_of(R"({"redshift": [1]})"),
            "/pictures/redshift: unknown key; did you mean 'redshifts'?; allowed are redshifts");
  EXPECT_EQ(error_of(R"({"redshifts": []})"),
            "/pictures/redshifts: must hold at least one element");
  EXPECT_EQ(error_of(R"({"redshifts": [5, -1]})"),
            "/pictures/redshifts/1: must be a number in [0, 1e+06], not -1");
  EXPECT_EQ(error_of(R"({"redshifts": [5, null]})"),
            "/pictures/redshifts/1: must be a number, not null");
  EXPECT_EQ(error_of(R"({"redshifts": [1, 5]})"),
            "/pictures/redshifts/1: redshifts must fall from one to the next, and 5 follows 1");
  EXPECT_EQ(error_of(R"({"redshifts": [127, 5]})"),
            "/pictures/redshifts/0: 127 is before the start of the run, z = 126");
  EXPECT_EQ(error_of(R"({"redshifts": [1, 0]})", "all_pairs"),
            "/pictures/redshifts: needs an algorithm whose space expands; all_pairs states no "
            "expansion: give the number of pictures instead");
}

}  // namespace
}  // namespace tycho
