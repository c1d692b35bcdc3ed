// Pictures of runs, side by side.
#include <gtest/gtest.h>

#include "harness/report/drawing.hpp"
#include "harness/report/exhibit.hpp"
#include "tests/report/trees.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
using result::RunRecord;

class Pictures : public Trees {};

TEST_F(Pictures, StandBesideOneAnotherOnOneScale) {
  RunRecord gpu = swept(1, 1e-3, 1), cpu = synthetic::run("cpu", "cpu", 8, 1);
  gpu.series.emplace().pictures = {synthetic::picture(0, {7}), synthetic::picture(1, {2})};
  cpu.series.emplace().pictures = {synthetic::picture(0, {9}), synthetic::picture(1, {4})};
  Exhibit pictures = exhibit("pictures", "t", "series:pictures");
  pictures.beside = true;
  const auto figures = make_figures(pictures, paper_, evidence({gpu, cpu}));
  ASSERT_EQ(figures.size(), 1u);
  ASSERT_EQ(figures[0].panels.size(), 2u);
  EXPECT_EQ(figures[0].panels[0].image.value[0], 2);  // the last of each
  EXPECT_EQ(figures[0].panels[1].image.value[0], 4);
  EXPECT_EQ(figures[0].panels[0].z.most, 4);
}

TEST_F(Pictures, AreOfTheLargestRunAlone) {
  const auto of_size = [](int n) {
    RunRecord run = synthetic::run("gpu", "cuda", n, 1);
    run.series.emplace().pictures = {synthetic::picture(0, {3.0 * n})};
    return run;
  };
  const Exhibit pictures = exhibit("pictures", "t", "series:pictures");
  const auto one = make_figures(pictures, paper_, evidence({of_size(64)}));
  const auto two = make_figures(pictures, paper_, evidence({of_size(64), of_size(512)}));
  ASSERT_EQ(one.size(), 1u);
  ASSERT_EQ(two.size(), 1u);
  EXPECT_EQ(one[0].panels[0].image.value[0], 3 * 64);
  EXPECT_EQ(two[0].panels[0].image.value[0], 3 * 512);
  EXPECT_EQ(two[0].id, one[0].id);
}

// A machine's results may be in several files, each with a largest run of its own.
TEST_F(Pictures, OfOneMachineInSeveralFilesAreOfItsLargestRunsAlone) {
  const auto write = [&](const char* name, int n, std::vector<double> cells) {
    RunRecord run = synthetic::run("gpu", "cuda", n, 1);
    run.series.emplace().pictures = {synthetic::picture(0, std::move(cells))};
    folder_.write(name, synthetic::result("Synthetic machine", {run}));
  };
  write("here/a.json", 8, {1, 2, 3, 40});
  write("here/b.json", 512, {40, 3, 2, 1});
  write("here/c.json", 216, {3, 40, 1, 2});  // less than four times smaller
  const auto figures = make_figures(exhibit("pictures", "t", "series:pictures"), paper_,
                                    gather(load_results({folder_.path() / "here"}, false), {}));
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(figures[0].panels[0].image.value[0], 40);
  EXPECT_EQ(figures[1].panels[0].image.value[0], 3);
}

TEST_F(Pictures, ThatLookTheSameAreDrawnOnce) {
  const auto of = [](const char* variant, const char* backend, std::vector<double> cells) {
    RunRecord run = synthetic::run(variant, backend, 64, 1);
    run.label = variant;
    run.series.emplace().pictures = {synthetic::picture(0, std::move(cells))};
    return run;
  };
  const RunRecord gpu = of("gpu", "cuda", {1, 2, 30, 4}), same = of("cpu", "cpu", {1, 2.05, 31, 4}),
                  other = of("wrong", "cpu", {30, 2, 1, 4});
  const auto figures = make_figures(exhibit("pictures", "t", "series:pictures"), paper_,
                                    evidence({gpu, same, other}));
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_NE(figures[0].caption.find("Not drawn, since it looks the same: cpu"), std::string::npos)
      << figures[0].caption;
  EXPECT_EQ(figures[1].caption.find("Not drawn"), std::string::npos) << figures[1].caption;
}

// Contrasts grow a thousandfold: on one scale the first picture would be flat.
TEST_F(Pictures, OfAUniverseOnItsWayHaveScalesOfTheirOwn) {
  RunRecord run = swept(1, 1e-3, 1);
  run.series.emplace().pictures = {synthetic::picture(0, {0.98, 1, 1.01, 1.02}, 126.0),
                                   synthetic::picture(4, {0.1, 0.5, 3, 80}, 0.0)};
  const auto figures =
      make_figures(exhibit("pictures", "t", "series:pictures"), paper_, evidence({run}));
  ASSERT_EQ(figures.size(), 1u);
  const auto& panels = figures[0].panels;
  EXPECT_EQ(panels[0].z.least, 0.98);
  EXPECT_LT(panels[0].z.most, 1.03);
  EXPECT_EQ(panels[1].z.least, 0.1);
  const Drawing drawing = lay_out(figures[0]);
  EXPECT_EQ(drawing.frames.size(), 2u) << "one scale cannot stand beside two";
}

TEST_F(Pictures, APictureOfMoreCellsThanAreSeenIsDrawnWithFewer) {
  RunRecord run = swept(1, 1e-3, 1);
  std::vector<double> cells(512 * 512, 1);
  cells[0] = 9;
  run.series.emplace().pictures = {synthetic::picture(0, cells), synthetic::picture(1, cells),
                                   synthetic::picture(2, cells)};
  const auto figures =
      make_figures(exhibit("pictures", "t", "series:pictures"), paper_, evidence({run}));
  const Drawing three = lay_out(figures.at(0));
  EXPECT_EQ(three.frames[0].shades.width, 256);
  ASSERT_EQ(three.frames[0].shades.value.size(), 256u * 256u);
  Panel seen;
  seen.z = figures[0].panels[0].z;
  EXPECT_EQ(three.frames[0].shades.value[0], std::lround(kShadeSteps * shade(seen, 3)));
  Figure one = figures[0];
  one.panels.resize(1);
  EXPECT_EQ(lay_out(one).frames[0].shades.width, 512);
}

TEST_F(Pictures, FourPicturesStandInTwoRows) {
  RunRecord run = swept(1, 1e-3, 1);
  run.series.emplace();
  for (const double z : {126.0, 5.0, 1.0, 0.0}) {
    if (!run.series->pictures) run.series->pictures.emplace();
    run.series->pictures->push_back(synthetic::picture(126 - z, {1, 2, 4 - 0.01 * z, 5}, z));
  }
  const Drawing drawing = lay_out(
      make_figures(exhibit("pictures", "t", "series:pictures"), paper_, evidence({run})).at(0));
  ASSERT_EQ(drawing.frames.size(), 4u);
  EXPECT_EQ(drawing.frames[0].top, drawing.frames[1].top);
  EXPECT_LT(drawing.frames[2].top, drawing.frames[0].bottom);
  for (const Frame& frame : drawing.frames) {
    EXPECT_NEAR(frame.right - frame.left, frame.top - frame.bottom, 1e-9);
    EXPECT_GT(frame.right - frame.left, 450);
    EXPECT_GE(frame.bottom, 0);
    EXPECT_LE(frame.right, drawing.width);
  }
}

TEST_F(Pictures, OfAnExpandingBoxSayTheirRedshift) {
  RunRecord run = swept(1, 1e-3, 1);
  run.series.emplace().pictures = {synthetic::picture(4.8, {3}, 0.5)};
  const auto figures =
      make_figures(exhibit("pictures", "t", "series:pictures"), paper_, evidence({run}));
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_EQ(figures[0].panels[0].title, "z = 0.500");
}

}  // namespace
