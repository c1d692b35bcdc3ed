#include "harness/report/light_svg.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>

#include "harness/report/draw.hpp"
#include "harness/report/polyline.hpp"
#include "harness/report/svg_tree.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho::report;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The corners of "m1 2 3-.5m...": each stroke relative to the end of the one before.
std::vector<Place> corners(const std::string& path) {
  std::vector<Place> places;
  double x = 0, y = 0;
  for (const char* at = path.c_str(); *at;) {
    if (*at == 'm' || *at == ' ') {
      ++at;
      continue;
    }
    char* end = nullptr;
    x += std::strtod(at, &end);
    y += std::strtod(end, &end);
    places.push_back({x, y});
    at = end;
  }
  return places;
}

double distance(const Place& p, const Place& a, const Place& b) {
  const double x = b.x - a.x, y = b.y - a.y, sq = x * x + y * y;
  const double t = sq > 0 ? std::clamp(((p.x - a.x) * x + (p.y - a.y) * y) / sq, 0.0, 1.0) : 0;
  return std::hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

TEST(LightPath, NoPointLeavesTheDrawnLineByHalfAPixel) {
  std::mt19937 random(7);
  std::normal_distribution<double> step;
  std::ostringstream path;
  std::vector<Place> walk{{400, 300}};
  for (int i = 0; i < 2000; ++i)
    walk.push_back({walk.back().x + 0.4 * step(random), walk.back().y + 0.2 * step(random)});
  for (std::size_t i = 0; i < walk.size(); ++i)
    path << (i ? " L" : "M") << walk[i].x << "," << walk[i].y;
  const std::string light = light_path(path.str());
  EXPECT_LT(light.size(), path.str().size() / 3);
  const auto drawn = corners(light);
  for (const Place& point : walk) {
    double nearest = HUGE_VAL;
    for (std::size_t i = 1; i < drawn.size(); ++i)
      nearest = std::min(nearest, distance(point, drawn[i - 1], drawn[i]));
    ASSERT_LT(nearest, 0.5);
  }
}

TEST(LightPath, KeepsTheFarEndOfALoop) {
  EXPECT_EQ(light_path("M10.00,20.00 L10.04,20.00 L15.26,20.00 L10.00,20.00 "),
            "m10 20 5.3 0-5.3 0");
}

TEST(LightPath, KeepsStrokesApartAndDropsThoseWithoutLength) {
  EXPECT_EQ(light_path("M1.00,2.00 L1.00,3.50 M7.00,7.00 M4.00,2.00 L4.25,1.00 "),
            "m1 2 0 1.5m3-1.5 .3-1");
}

TEST(LightPath, LeavesOtherCommandsAlone) {
  const std::string curve = "M0,1.330 C1.265,0.411 0.782,-1.067 1,1 z";
  EXPECT_EQ(light_path(curve), curve);
}

const char* const kDrawing = R"svg(<?xml version="1.0"?>
<svg viewBox="0 0 10 10" xmlns="http://www.w3.org/2000/svg">
<title>Gnuplot</title>
<g id="gnuplot_canvas"><rect x="0" y="0" width="10" height="10" fill="none"/>
<defs><circle id='used' r='1.330'/><circle id='unused' r='1'/></defs>
<g fill="none" color="black" stroke="currentColor" stroke-width="1.00">
</g>
<g fill="none" color="black" stroke="currentColor" stroke-width="1.00">
	<path stroke='rgb( 51,  51,  52)' class="gridline"  d='M1.00,1.00 L2.00,1.00  '/></g>
<g id="gnuplot_plot_1" ><title>gnuplot_plot_1</title>
<g fill="none" color="black" stroke="currentColor" stroke-width="2.50">
	<use href='#used' transform='translate(1.26,2.00) scale(5.78)'/></g></g>
<g fill="none" color="black" stroke="currentColor" stroke-width="1.00">
	<g transform="translate(5.00,6.00)" stroke="none" fill="rgb(51,51,52)"><text> a black &lt; #333334 </text></g></g>
</g></svg>)svg";

TEST(LightSvg, SaysEachStyleOnceAndLeavesOutWhatIsNotSeen) {
  EXPECT_EQ(
      light_svg(kDrawing),
      R"svg(<svg viewBox="0 0 10 10" xmlns="http://www.w3.org/2000/svg"><g color="black" fill="none" stroke="currentColor" stroke-width="1"><rect x="0" y="0" width="10" height="10" stroke="none"/><defs><circle id="used" r="1.330"/></defs><path stroke="#333334" d="m1 1 1 0"/><use href="#used" transform="translate(1.26,2) scale(5.78)" stroke-width="2.5"/><text transform="translate(5,6)" stroke="none" fill="#333334"> a black &lt; #333334 </text></g></svg>)svg"
      "\n");
}

TEST(LightSvg, OnAPageHasIdsOfItsOwnAndThePagesInkButItsOwnWords) {
  tycho::synthetic::Folder folder;
  const auto file = folder.write("one.svg", light_svg(kDrawing));
  Figure figure;
  figure.id = "one two";
  figure.title = "<b>";
  const std::string page = inline_svg(file, figure);
  EXPECT_TRUE(has(page, "id=\"one-two-used\""));
  EXPECT_TRUE(has(page, "href=\"#one-two-used\""));
  EXPECT_TRUE(has(page, "<title>&lt;b&gt;</title>"));
  EXPECT_TRUE(has(page, "stroke=\"currentColor\" d="));
  EXPECT_TRUE(has(page, "> a black &lt; #333334 <"));
}

TEST(LightSvg, RefusesWhatIsNotWellFormed) {
  for (const char* broken : {"", "<svg", "<svg><g></svg>", "<svg a=b></svg>", "<svg><!-- </svg>"})
    EXPECT_THROW(light_svg(broken), std::runtime_error) << broken;
}

}  // namespace
