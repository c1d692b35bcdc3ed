// Figures laid out: what every drawer is given.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "harness/report/coinciding.hpp"
#include "harness/report/drawing.hpp"
#include "harness/report/panel_frame.hpp"
#include "harness/report/polyline.hpp"
#include "harness/report/scaled_axis.hpp"

namespace {

using namespace tycho::report;

Axis axis_of(Scale scale) { return {"label", scale, {}, 0, 0}; }

/// "0=0 0.5=5 1=10": where the labelled ticks stand.
std::string ticks_of(const ScaledAxis& axis) {
  std::string text;
  for (const Tick& tick : axis.ticks()) {
    if (tick.label.empty()) continue;
    std::array<char, 32> at{};
    std::snprintf(at.data(), at.size(), "%g=", tick.at);
    text += (text.empty() ? "" : " ") + std::string(at.data()) + tick.label +
            (tick.raised.empty() ? "" : "^" + tick.raised);
  }
  return text;
}

TEST(ScaledAxis, WritesTheZerothPowerWithoutASign) {
  EXPECT_EQ(ticks_of({axis_of(Scale::kLog10), {2, 90}, Fit::kTicks, 8}), "0=10^0 0.5=10^1 1=10^2");
}

TEST(ScaledAxis, ReachesToTheNextTicks) {
  EXPECT_EQ(ticks_of({axis_of(Scale::kLinear), {0.3, 9.1}, Fit::kTicks, 2}), "0=0 0.5=5 1=10");
  EXPECT_EQ(ticks_of({axis_of(Scale::kLinear), {-0.1, 0.2}, Fit::kTicks, 3}),
            "0=-0.1 0.333333=0 0.666667=0.1 1=0.2");
  EXPECT_EQ(ticks_of({axis_of(Scale::kLog10), {0.02, 3}, Fit::kTicks, 8}),
            "0=10^-2 0.333333=10^-1 0.666667=10^0 1=10^1");
  EXPECT_EQ(ticks_of({axis_of(Scale::kLog2), {3, 30}, Fit::kTicks, 8}),
            "0=2 0.25=4 0.5=8 0.75=16 1=32");
}

TEST(ScaledAxis, WritesSmallAndLargeTicksAlike) {
  EXPECT_EQ(ticks_of({axis_of(Scale::kLinear), {-1e-4, 1e-4}, Fit::kTicks, 4}),
            "0=-1e-04 0.25=-5e-05 0.5=0 0.75=5e-05 1=1e-04");
  EXPECT_EQ(ticks_of({axis_of(Scale::kLinear), {0, 2e6}, Fit::kTicks, 2}), "0=0 0.5=1e+06 1=2e+06");
}

TEST(ScaledAxis, FitsCurvesExactlyAndKeepsMarkersClearOfTheFrame) {
  const ScaledAxis exactly(axis_of(Scale::kLinear), {1, 5}, Fit::kExactly);
  EXPECT_EQ(exactly.at(1), 0);
  EXPECT_EQ(exactly.at(5), 1);
  const ScaledAxis margin(axis_of(Scale::kLog10), {1, 100}, Fit::kMargin);
  EXPECT_NEAR(margin.at(1), 0.03 / 1.06, 1e-12);
  EXPECT_NEAR(margin.at(10), 0.5, 1e-12);
}

TEST(ScaledAxis, HasBarsStandOnZero) {
  const ScaledAxis axis(axis_of(Scale::kLinear), {3, 7}, Fit::kFromZero);
  EXPECT_EQ(axis.at(0), 0);
  EXPECT_GE(axis.at(8), 1);
}

TEST(ScaledAxis, TakesRangeAndTicksAsDescribed) {
  Axis described = axis_of(Scale::kLinear);
  described.least = -1;
  described.most = 3;
  described.ticks = {{-2, "outside"}, {0, "zero"}, {3, "end"}};
  EXPECT_EQ(ticks_of({described, {-50, 50}, Fit::kTicks, 8}), "0.25=zero 1=end");
}

TEST(ScaledAxis, PassesOverWhatALogarithmicAxisCannotShow) {
  const ScaledAxis axis(axis_of(Scale::kLog10), {-3, 0, 10, 1000}, Fit::kTicks);
  EXPECT_EQ(axis.at(10), 0);
  EXPECT_EQ(axis.at(1000), 1);
  EXPECT_TRUE(std::isnan(axis.at(0)));
}

TEST(ScaledAxis, LabelsEverySecondPowerWhereThereIsNoRoomForAll) {
  EXPECT_EQ(ticks_of({axis_of(Scale::kLog10), {1e-4, 1e4}, Fit::kTicks, 4}),
            "0=10^-4 0.25=10^-2 0.5=10^0 0.75=10^2 1=10^4");
}

TEST(ScaledAxis, MakesDoWithOneValueAndWithNone) {
  for (const Scale scale : {Scale::kLinear, Scale::kLog2, Scale::kLog10})
    for (const Fit fit : {Fit::kExactly, Fit::kMargin, Fit::kTicks, Fit::kFromZero}) {
      const ScaledAxis one(axis_of(scale), {5}, fit), none(axis_of(scale), {}, fit);
      EXPECT_GE(one.at(5), 0);
      EXPECT_LE(one.at(5), 1);
      EXPECT_TRUE(std::isfinite(none.at(1)));
    }
}

double distance(const Spot& p, const Spot& a, const Spot& b) {
  const double x = b.x - a.x, y = b.y - a.y, sq = x * x + y * y;
  const double t = sq > 0 ? std::clamp(((p.x - a.x) * x + (p.y - a.y) * y) / sq, 0.0, 1.0) : 0;
  return std::hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

TEST(Simplified, NoSpotLeavesTheDrawnStrokeByTheTolerance) {
  std::mt19937 random(7);
  std::normal_distribution<double> step;
  std::vector<Spot> walk{{400, 300}};
  for (int i = 0; i < 2000; ++i)
    walk.push_back({walk.back().x + 0.4 * step(random), walk.back().y + 0.2 * step(random)});
  const auto drawn = simplified(walk, {1, 1}, 0.3);
  EXPECT_LT(drawn.size(), walk.size() / 2);
  for (const Spot& spot : walk) {
    double nearest = HUGE_VAL;
    for (std::size_t i = 1; i < drawn.size(); ++i)
      nearest = std::min(nearest, distance(spot, drawn[i - 1], drawn[i]));
    ASSERT_LE(nearest, 0.3);
  }
}

TEST(Simplified, KeepsTheFarEndOfALoopAndStrokesApart) {
  const double nan = std::nan("");
  const auto drawn = simplified(
      {{0, 0}, {0.04, 0}, {5, 0}, {0, 0}, {nan, nan}, {7, 7}, {8, 7}, {9, 7}}, {1, 1}, 0.3);
  ASSERT_EQ(drawn.size(), 6u);
  EXPECT_EQ(drawn[1].x, 5);
  EXPECT_TRUE(std::isnan(drawn[3].x));
  EXPECT_EQ(drawn[5].x, 9);
}

Figure with_legend(int labels, int letters) {
  Figure figure{"legend", "Legend", "", {Panel{}}};
  for (int i = 0; i < labels; ++i)
    figure.panels[0].series.push_back(
        {std::string(static_cast<std::size_t>(letters), static_cast<char>('a' + i)),
         Style::kPoints,
         {{1, 1, 1, 1, 0}, {2, 4, 4, 4, 0}},
         i,
         0});
  return figure;
}

TEST(LayOut, ALongLegendLeavesThePanelItsHeightAndStaysBelowIt) {
  for (const int labels : {1, 5, 14})
    for (const int letters : {4, 9, 14, 18, 22, 25, 29, 34, 40, 41, 46, 60}) {
      const Drawing drawing = lay_out(with_legend(labels, letters));
      const Frame &panel = drawing.frames[0], &legend = drawing.frames[1];
      EXPECT_EQ(panel.top - panel.bottom, lay_out(with_legend(1, 4)).frames[0].top -
                                              lay_out(with_legend(1, 4)).frames[0].bottom);
      ASSERT_EQ(legend.texts.size(), static_cast<std::size_t>(labels));
      EXPECT_LE(legend.top, panel.bottom - 40) << "room for ticks and label";
      for (const Text& text : legend.texts) {
        EXPECT_GT(text.at.y, 0) << labels << " labels of " << letters << " letters";
        // A letter is 7.5 pixels wide at most.
        EXPECT_LE(text.at.x * drawing.width + 7.5 * letters, drawing.width + 4);
      }
    }
}

TEST(LayOut, KeepsSquarePanelsSquareAndEverythingInsideTheFigure) {
  Figure planes{"planes", "Planes", "", {Panel{}, Panel{}, Panel{}}};
  for (Panel& panel : planes.panels) {
    panel.square = true;
    panel.series = {{"body 1", Style::kCurve, {{0, 0, 0, 0, 0}, {1, 2, 2, 2, 0}}, 0, 0}};
  }
  const Drawing drawing = lay_out(planes);
  ASSERT_EQ(drawing.frames.size(), 4u);  // and the legend
  for (std::size_t i = 0; i < 3; ++i) {
    const Frame& frame = drawing.frames[i];
    EXPECT_NEAR(frame.right - frame.left, frame.top - frame.bottom, 1e-9);
    EXPECT_GT(frame.left, i > 0 ? drawing.frames[i - 1].right : 0);
  }
  for (const Frame& frame : drawing.frames) {
    EXPECT_GE(frame.bottom, 0);
    EXPECT_LE(frame.right, drawing.width);
    EXPECT_LE(frame.top, drawing.height);
  }
}

TEST(LayOut, SquarePanelsSideBySideHaveRoomForTheirLabels) {
  Figure planes{"planes", "Planes", "", {Panel{}, Panel{}, Panel{}}};
  for (Panel& panel : planes.panels) {
    panel.square = true;
    panel.y.label = "y";
    panel.series = {{"body 1", Style::kCurve, {{0, -15, 0, 0, 0}, {1, 10, 2, 2, 0}}, 0, 0}};
  }
  const Drawing drawing = lay_out(planes);
  // Three letters of a tick, and the label left of it, which begins where the last panel has ended.
  constexpr double kTick = 24, kLabel = 46;
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_GE(drawing.frames[i].left - kTick - kLabel, i > 0 ? drawing.frames[i - 1].right : 0)
        << "panel " << i;
  EXPECT_LE(drawing.frames[2].right, drawing.frames[3].left) << "the legend";
}

TEST(LayOut, DrawsALevelAcrossThePanelAndIntervalsAtTheirPoints) {
  Figure figure{"one", "One", "", {Panel{}}};
  figure.panels[0].series = {{"a", Style::kPoints, {{0, 4, 3, 6, 0}, {10, 8, 8, 8, 0}}, 0, 0},
                             {"b", Style::kLevel, {{0, 5, 0, 0, 0}}, 0, 0}};
  const Frame frame = lay_out(figure).frames[0];
  ASSERT_EQ(frame.marks.size(), 3u);
  EXPECT_EQ(frame.marks[1].spots.front().x, 0);
  EXPECT_EQ(frame.marks[1].spots.back().x, 1);
  EXPECT_EQ(frame.marks[1].spots.front().y, frame.marks[1].spots.back().y);
  ASSERT_EQ(frame.marks[2].spots.size(), 3u) << "the point without an interval has none";
  EXPECT_EQ(frame.marks[2].spots[0].x, frame.marks[0].spots[0].x);
  EXPECT_LT(frame.marks[2].spots[0].y, frame.marks[0].spots[0].y);
  EXPECT_GT(frame.marks[2].spots[1].y, frame.marks[0].spots[0].y);
}

TEST(LayOut, DrawsAHollowBarFromItsLeastToItsMostInTheColourOfItsSeries) {
  Figure figure{"bars", "Bars", "", {Panel{}}};
  figure.panels[0].series = {{"full", Style::kBars, {{0, 8, 8, 8, 0}, {1, 4, 4, 4, 0}}, 0, 0},
                             {"noisy", Style::kBars, {hollow(0, 2, 6), hollow(1, 4, 10)}, 1, 0}};
  const Panel& panel = figure.panels[0];
  const Drawing drawing = lay_out(figure);
  const Frame& frame = drawing.frames[0];
  ASSERT_EQ(frame.marks.size(), 2u);
  const Mark &full = frame.marks[0], &noisy = frame.marks[1];
  EXPECT_FALSE(noisy.filled);
  EXPECT_GT(noisy.width, 0);
  EXPECT_EQ(noisy.colour, looks_of(panel, panel.series[1]).colour);
  ASSERT_EQ(noisy.spots.size(), 12u) << "two closed outlines, and what parts them";
  EXPECT_TRUE(std::isnan(noisy.spots[5].y));
  EXPECT_EQ(noisy.spots[0].y, noisy.spots[4].y);
  // The full bars are 8 and 4 high.
  EXPECT_NEAR(noisy.spots[0].y, 0.25 * full.spots[1].y, 1e-9);
  EXPECT_NEAR(noisy.spots[1].y, 0.75 * full.spots[1].y, 1e-9);
  EXPECT_GT(noisy.spots[0].x, full.spots[2].x) << "beside the full bar";
  ASSERT_EQ(frame.texts.size(), 4u);
  EXPECT_EQ(frame.texts[0].text, "6");
  EXPECT_GT(frame.texts[0].at.y, noisy.spots[1].y) << "above the most";
  EXPECT_EQ(frame.texts[1].text, "2");
  EXPECT_LT(frame.texts[1].at.y, noisy.spots[0].y) << "below the least";
  EXPECT_EQ(drawing.frames[1].texts.size(), 2u) << "both in the legend";
}

// Of seven colours and as many markers: one of the two differs between any series of a figure.
TEST(LayOut, TellsSeriesOfOneColourApartByTheirMarkers) {
  const Panel panel = with_legend(14, 4).panels[0];
  for (const Series& one : panel.series)
    for (const Series& other : panel.series) {
      const Mark a = looks_of(panel, one), b = looks_of(panel, other);
      EXPECT_TRUE(one.colour == other.colour || a.colour != b.colour || a.marker != b.marker)
          << one.colour << " and " << other.colour;
    }
}

TEST(LayOut, NoTitleBeginsLeftOfTheFigure) {
  constexpr double kLetter = 8;
  for (const bool square : {false, true})
    for (const std::size_t letters : {10u, 85u, 120u}) {
      Figure figure{"title", "Title", "", {Panel{}}};
      Panel& panel = figure.panels[0];
      panel.square = square;
      panel.title = std::string(letters, 'n');
      panel.series = {{"label", Style::kCurve, {{0, 0, 0, 0, 0}, {1, 2, 2, 2, 0}}, 0, 0}};
      const Drawing drawing = lay_out(figure);
      const double middle = 0.5 * (drawing.frames[0].left + drawing.frames[0].right);
      const double half = 0.5 * kLetter * static_cast<double>(letters);
      EXPECT_GE(middle - half, -2) << letters << " letters, square " << square;
      EXPECT_LE(middle + half, drawing.width) << letters << " letters, square " << square;
    }
}

TEST(LayOut, NumbersBelowThePanelDoNotRunIntoEachOther) {
  Figure figure{"ticks", "Ticks", "", {Panel{}}};
  Panel& panel = figure.panels[0];
  panel.x = {"N", Scale::kLog2, {}, 0, 0};
  Series sizes{"label", Style::kLine, {}, 0, 0};
  for (double n = 256; n <= 16777216; n *= 4) {
    panel.x.ticks.emplace_back(n, n < 1e5 ? std::to_string(static_cast<int>(n)) : "1,048,576");
    sizes.points.push_back({n, n, n, n, 0});
  }
  panel.series = {sizes};
  const Drawing drawing = lay_out(figure);
  const Frame& frame = drawing.frames[0];
  ASSERT_EQ(frame.x.ticks.size(), sizes.points.size()) << "every tick stays";
  EXPECT_FALSE(frame.x.ticks.back().label.empty()) << "the largest size is named";
  double last = -HUGE_VAL;
  for (const Tick& tick : frame.x.ticks) {
    const double middle = tick.at * (frame.right - frame.left);
    const double half = 3.8 * static_cast<double>(tick.label.size());
    if (tick.label.empty()) continue;
    EXPECT_GT(middle - half, last);
    last = middle + half;
  }
}

TEST(Coinciding, LinesOnEachOtherAreDrawnOnceAndSaidTo) {
  Panel panel;
  panel.y.scale = Scale::kLog10;
  const auto add = [&](const std::string& label, double factor, std::size_t differ) {
    Series series{label, Style::kCurve, {}, 0, 0};
    for (std::size_t i = 0; i < 100; ++i) {
      const double y = std::exp(0.1 * static_cast<double>(i % 30)) * (i < differ ? factor : 1.0001);
      series.points.push_back({static_cast<double>(i), y, y, y, 0});
    }
    panel.series.push_back(std::move(series));
  };
  add("one", 1, 0);
  add("same", 1.001, 100);
  add("nearly", 2, 4);
  add("other", 2, 30);
  merge_coinciding(panel);
  ASSERT_EQ(panel.series.size(), 2u);
  EXPECT_EQ(panel.series[0].label, "one; on the same line: same; nearly on the same line: nearly");
  EXPECT_EQ(panel.series[1].label, "other");
}

TEST(Coinciding, FewPointsThatPartInADipAloneAreNearlyOnOneLine) {
  Panel panel;
  panel.y.scale = Scale::kLog10;
  const auto add = [&](const std::string& label, int differ) {
    Series series{label, Style::kCurve, {}, 0, 0};
    for (int i = 0; i < 20; ++i) {
      const double y = (i < 10 ? 1.0 : 100.0) * (i < differ ? 2 : 1);
      series.points.push_back({static_cast<double>(i), y, y, y, 0});
    }
    panel.series.push_back(std::move(series));
  };
  add("one", 0);
  add("in a dip", 3);
  add("elsewhere", 4);
  merge_coinciding(panel);
  ASSERT_EQ(panel.series.size(), 2u);
  EXPECT_EQ(panel.series[0].label, "one; nearly on the same line: in a dip");
}

TEST(Coinciding, ManyLongLabelsOfOneLineStandInTheCaptionAndAreCountedInTheLegend) {
  Panel panel;
  for (const char* label : {"GPU, ordered", "GPU, tiled, sums in floating point",
                            "CPU, all threads, ordered, N = 8,192"}) {
    Series series{label, Style::kCurve, {}, 0, 0};
    for (double i = 0; i < 10; ++i) series.points.push_back({i, i, i, i, 0});
    panel.series.push_back(std::move(series));
  }
  merge_coinciding(panel);
  ASSERT_EQ(panel.series.size(), 1u);
  EXPECT_EQ(panel.series[0].label, "GPU, ordered; 2 others on its line");
  EXPECT_EQ(panel.series[0].unnamed,
            "\u201cGPU, ordered\u201d: on the same line: GPU, tiled, sums in floating point; CPU, "
            "all threads, ordered, N = 8,192.");
}

TEST(Coinciding, ASteepStrokeHidesWhatIsLateByLessThanItsWidth) {
  Panel panel;
  for (const double late : {0.0, 1.0, 30.0}) {
    Series series{"late by " + std::to_string(static_cast<int>(late)), Style::kCurve, {}, 0, 0};
    for (double i = 0; i < 1000; ++i) {
      const double y = std::sin(0.1 * (i - late));
      series.points.push_back({i, y, y, y, 0});
    }
    panel.series.push_back(std::move(series));
  }
  merge_coinciding(panel);
  ASSERT_EQ(panel.series.size(), 2u);
  EXPECT_EQ(panel.series[0].label, "late by 0; nearly on the same line: late by 1")
      << "but for the ends";
}

TEST(LayOut, RaisesPowersInEveryText) {
  Figure figure;
  Panel& panel = figure.panels.emplace_back();
  panel.title = "64^3 in all";
  panel.x = {"k [1 / Mpc^2]", Scale::kLinear, {}, 0, 0};
  panel.y = {"P [Mpc^3]", Scale::kLinear, {}, 0, 0};
  Series& line = panel.series.emplace_back();
  line.label = "GPU, 512^3";
  line.points = {{1, 1}, {2, 3}};
  std::string all;
  for (const Frame& frame : lay_out(figure).frames) {
    all += frame.title + frame.x.label + frame.y.label;
    for (const Text& text : frame.texts) all += text.text;
  }
  for (const char* raised : {"64³ in all", "Mpc²", "Mpc³", "512³"})
    EXPECT_NE(all.find(raised), std::string::npos) << raised << " is not in " << all;
  EXPECT_EQ(all.find('^'), std::string::npos) << all;
}

}  // namespace
