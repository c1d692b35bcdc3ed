#include "harness/report/figure.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/report/draw.hpp"
#include "harness/report/draw_all.hpp"
#include "harness/report/exhibit.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;

struct Made {
  Paper paper;
  Evidence evidence;
};

Made made_up() {
  synthetic::Folder folder;
  folder.write("published/synthetic.json", synthetic::published().dump());
  folder.write(
      "here/synthetic.json",
      synthetic::result("Synthetic machine", {synthetic::run("cpu_1^2", "cpu", 4, 0.002),
                                              synthetic::run("cpu_1^2", "cpu", 8, 0.008)}));
  return {read_published(folder.path() / "published").at("synthetic"),
          gather(load_results({folder.path() / "here"}, false), {})};
}

TEST(Figure, IsDescribedWithoutADrawer) {
  const Made made = made_up();
  const auto figures = make_figures(made.paper.exhibits[0], made.paper, made.evidence);
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_EQ(describe(figures[0]), nlohmann::json::parse(R"json({
    "id": "synthetic-times", "title": "Times",
    "caption": "Strokes: 95% intervals, where they exceed the marker. Marks in the colour of the text: published values.",
    "panels": [{
      "title": "Times", "square": false, "ordered": false,
      "x": {"label": "N", "scale": "log2", "ticks": [[4.0, "4"], [8.0, "8"]]},
      "y": {"label": "Time [s]", "scale": "log10", "ticks": []},
      "series": [
        {"label": "made up cpu_1^2", "style": "line", "colour": 0, "dash": 0,
         "points": [[4.0, 2.0, {"low": 1.96, "high": 2.04}], [8.0, 8.0, {"low": 7.84, "high": 8.16}]]},
        {"label": "published", "style": "published", "colour": 0, "dash": 0,
         "points": [[8.0, 2.0]]}]
    }]})json"));
}

TEST(Figure, PicturesOfARunShareTheirScale) {
  synthetic::Folder folder;
  auto run = synthetic::run("gpu", "cpu", 4, 0.002);
  run.series.emplace().pictures = {synthetic::picture(0, {0, 0.5, 2, 1}),
                                   synthetic::picture(0.25, {8, 0, 0, 1e-9})};
  folder.write("here/synthetic.json", synthetic::result("Synthetic machine", {run}));
  Exhibit exhibit;
  exhibit.id = "seen";
  exhibit.kind = "pictures";
  exhibit.title = "Seen";
  const Evidence evidence = gather(load_results({folder.path() / "here"}, false), {});
  Paper paper;
  paper.key = "synthetic";
  const auto figures = make_figures(exhibit, paper, evidence);
  ASSERT_EQ(figures.size(), 1u);
  ASSERT_EQ(figures[0].panels.size(), 2u);
  EXPECT_EQ(figures[0].panels[1].title, "t = 0.250");
  for (const Panel& panel : figures[0].panels) {
    EXPECT_EQ(panel.z.most, 8);
    EXPECT_EQ(shade(panel, 8), 1);
    EXPECT_EQ(shade(panel, 100), 1);
    EXPECT_EQ(shade(panel, 0), 0) << "an empty cell is as dark as the darkest";
    EXPECT_NEAR(shade(panel, 0.08), 0.5, 1e-12);
  }
  EXPECT_EQ(describe(figures[0])["panels"][0]["image"]["value"].size(), 4u);
}

TEST(Figure, MayHaveSomeOfARunsPicturesWithBothEnds) {
  synthetic::Folder folder;
  auto run = synthetic::run("gpu", "cpu", 4, 0.002);
  auto& pictures = run.series.emplace().pictures.emplace();
  for (int k = 0; k < 6; ++k) pictures.push_back(synthetic::picture(k, {1, 2, 3, 4.0 + k}));
  folder.write("here/synthetic.json", synthetic::result("Synthetic machine", {run}));
  const Evidence evidence = gather(load_results({folder.path() / "here"}, false), {});
  Paper paper;
  paper.key = "synthetic";
  Exhibit exhibit;
  exhibit.id = "seen";
  exhibit.kind = "pictures";
  const auto titles = [&](std::int64_t frames) {
    exhibit.frames = frames;
    const Figure figure = make_figures(exhibit, paper, evidence).at(0);
    std::vector<std::string> all;
    for (const Panel& panel : figure.panels) all.push_back(panel.title);
    return all;
  };
  EXPECT_EQ(titles(3), (std::vector<std::string>{"t = 0", "t = 2", "t = 5"}));
  EXPECT_EQ(titles(0).size(), 6u);
  EXPECT_EQ(titles(9).size(), 6u);
}

TEST(Figure, ThinningKeepsEndsAndExtremes) {
  std::vector<Point> points;
  for (int i = 0; i < 10000; ++i) points.push_back({1.0 * i, i == 6789 ? 100.0 : i % 2, 0, 0, 0});
  const auto kept = thinned(points, 500);
  EXPECT_LE(kept.size(), 500u);
  EXPECT_EQ(kept.front().x, 0);
  EXPECT_EQ(kept.back().x, 9999);
  EXPECT_TRUE(std::any_of(kept.begin(), kept.end(), [](const Point& p) { return p.y == 100; }));
}

/// Every kind of panel at once: the drawers must agree on the files they leave.
std::vector<Figure> every_kind() {
  const Made made = made_up();
  auto figures = make_figures(made.paper.exhibits[0], made.paper, made.evidence);
  Exhibit bars = made.paper.exhibits[0];
  bars.id = "bars";
  bars.kind = "bars";
  figures.push_back(make_figures(bars, made.paper, made.evidence).at(0));
  Figure space{"space", "It's _text_ ^ {braces}", "", {Panel{}}};
  space.panels[0].three_dimensional = true;
  space.panels[0].series = {{"path", Style::kCurve, {{0, 0, 0, 0, 0}, {1, 2, 2, 2, 3}}, 0, 0}};
  figures.push_back(space);
  Figure planes{"planes", "Planes", "", {Panel{}, Panel{}}};
  for (Panel& panel : planes.panels) {
    panel.square = true;
    panel.series = {{"", Style::kCurve, {{0, 0, 0, 0, 0}, {1, 2, 2, 2, 0}}, 0, 0},
                    {"body 1", Style::kStarts, {{0, 0, 0, 0, 0}}, 0, 0}};
  }
  figures.push_back(planes);
  Figure seen{"seen", "Seen", "", {Panel{}, Panel{}, Panel{}, Panel{}}};
  for (Panel& panel : seen.panels) {
    panel.z.least = 0.01;
    panel.z.most = 10;
    panel.image = {3, 2, {0, 0.1, 1, 10, 5, 0.02}};
  }
  figures.push_back(seen);
  return figures;
}

void expect_files(void (*drawer)(const Drawing&, const std::filesystem::path&)) {
  synthetic::Folder folder;
  for (const Figure& figure : every_kind()) {
    drawer(lay_out(figure), folder.path());
    const std::string svg = folder.read(figure.id + ".svg");
    EXPECT_NE(svg.find("</svg>"), std::string::npos) << figure.id;
    EXPECT_NE(folder.read(figure.id + ".png").find("IEND"), std::string::npos) << figure.id;
    const std::string inlined = inline_svg(folder.path() / (figure.id + ".svg"), figure);
    EXPECT_EQ(inlined.rfind("<svg", 0), 0u);
    EXPECT_NE(inlined.find("currentColor"), std::string::npos);
  }
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    static_cast<void>(entry);
    ++files;
  }
  EXPECT_EQ(files, 2 * every_kind().size());
}

TEST(Drawing, GnuplotLeavesSvgAndPng) {
  if (const std::string why = drawing_unavailable(); !why.empty()) GTEST_SKIP() << why;
  expect_files(draw_with_gnuplot);
}

TEST(Drawing, MatplotLeavesTheSameFiles) {
  if (!have_matplot()) GTEST_SKIP() << "this build has no Matplot++";
  if (const std::string why = drawing_unavailable(); !why.empty()) GTEST_SKIP() << why;
  expect_files(draw_with_matplot);
}

using Drawer = void (*)(const Drawing&, const std::filesystem::path&);
/// Those of this build.
std::vector<Drawer> drawers() {
  std::vector<Drawer> all{draw_with_gnuplot};
  if (have_matplot()) all.push_back(draw_with_matplot);
  return all;
}

TEST(Drawing, TextIsDrawnAsItIs) {
  if (const std::string why = drawing_unavailable(); !why.empty()) GTEST_SKIP() << why;
  Figure figure = every_kind()[0];
  const std::string written = "a_b {c} @d &e ~f g% \"h\" i\\j 'k' `echo l`\nm";
  const std::string seen = "a_b {c} @d &amp;e ~f g% \"h\" i\\j 'k' `echo l` m";
  // Drawn as a title, as the label of an axis and of a tick, and as a text.
  figure.panels[0].title = figure.panels[0].x.label = written;
  figure.panels[0].x.ticks = {{4, written}};
  figure.panels[0].series[0].style = Style::kPoints;
  figure.panels[0].series[0].label = written;
  for (const Drawer drawer : drawers()) {
    synthetic::Folder folder;
    drawer(lay_out(figure), folder.path());
    const std::string svg = folder.read(figure.id + ".svg");
    std::size_t times = 0;
    for (std::size_t at = svg.find(seen); at != std::string::npos; at = svg.find(seen, at + 1))
      ++times;
    EXPECT_EQ(times, 4u) << svg;
  }
}

TEST(Drawing, TextsStandOutsideTheirFramesToo) {
  if (const std::string why = drawing_unavailable(); !why.empty()) GTEST_SKIP() << why;
  Drawing drawing{"outside", 400, 300, {Frame{}}};
  drawing.frames[0].left = 100;
  drawing.frames[0].right = drawing.frames[0].top = 200;
  drawing.frames[0].marks.push_back({{{0, 0}, {1, 1}}, kInk, 1});
  drawing.frames[0].texts = {{{-0.5, 0.5}, "left of it"}, {{0.5, 1.2}, "above it"}};
  for (const Drawer drawer : drawers()) {
    synthetic::Folder folder;
    drawer(drawing, folder.path());
    for (const char* text : {"left of it", "above it"})
      EXPECT_NE(folder.read("outside.svg").find(text), std::string::npos) << text;
  }
}

/// A program called gnuplot in the place of gnuplot, as long as it lives.
class StandIn {
 public:
  explicit StandIn(const std::string& script) {
    // Matplot++ asks for the version by itself.
    const std::string version = "[ \"$1\" = --version ] && exit 0\n";
    const auto file = folder_.write("gnuplot", "#!/bin/sh\n" + version + script);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
  }
  ~StandIn() { setenv("PATH", path_.c_str(), 1); }
  StandIn(const StandIn&) = delete;
  StandIn& operator=(const StandIn&) = delete;

 private:
  std::string path_ = std::getenv("PATH");
  synthetic::Folder folder_;
};

std::string why_not_drawn(const Figure& figure, const std::filesystem::path& folder) {
  try {
    draw(figure, folder);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(Drawing, LeavesNoHalfFigureWhenGnuplotFails) {
  const Figure figure = every_kind()[0];
  synthetic::Folder folder;
  // The file that gnuplot is told to write.
  const std::string output = "out=$(sed -n \"s/^set output '\\(.*\\)'$/\\1/p\" \"$1\"); ";
  const auto fails = [&](const std::string& script, const std::string& words) {
    const StandIn gnuplot(script);
    const std::string why = why_not_drawn(figure, folder.path());
    EXPECT_NE(why.find(words), std::string::npos) << why;
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << words;
  };
  fails("echo no such terminal >&2; exit 1\n", "no such terminal");
  fails(output + "printf '<svg' > \"$out\"; kill -9 $$\n", "ended by signal 9");
  fails(output + "printf '<svg' > \"$out\"\n", "unfinished");
  fails("exit 0\n", "unfinished");
}

const char* const kSvg = R"svg(<?xml version="1.0"?>
<svg viewBox="0 0 10 10" xmlns="http://www.w3.org/2000/svg">
<title>Gnuplot</title>
<g id="gnuplot_canvas">
<defs><circle id='used' r='1.330' fill="url(#pattern)"/></defs>
<path stroke='rgb( 51,  51,  52)' class="gridline"  d='M1.00,1.00 L2.00,1.00  '/>
<path stroke='rgb(221, 221, 224)' d='M1.00,1.00 L2.00,1.00  '/>
<use href='#used'/><text fill="black"> a black &lt; rgb(51,51,52) </text>
</g></svg>)svg";

TEST(InlineSvg, HasIdsOfItsOwnAndThePagesInkButItsOwnWords) {
  synthetic::Folder folder;
  const auto file = folder.write("one.svg", kSvg);
  Figure figure;
  figure.id = "one two";
  figure.title = "<b>";
  EXPECT_EQ(
      inline_svg(file, figure),
      R"svg(<svg role="img" aria-label="&lt;b&gt;" viewBox="0 0 10 10" xmlns="http://www.w3.org/2000/svg"><title>&lt;b&gt;</title>
<g id="one-two-gnuplot_canvas">
<defs><circle id='one-two-used' r='1.330' fill="url(#one-two-pattern)"/></defs>
<path stroke='currentColor' class="gridline"  d='M1.00,1.00 L2.00,1.00  '/>
<path stroke='var(--grid)' d='M1.00,1.00 L2.00,1.00  '/>
<use href='#one-two-used'/><text fill="currentColor"> a black &lt; rgb(51,51,52) </text>
</g></svg>)svg");
}

TEST(InlineSvg, SaysWhatIsToBeSeenToWhoDoesNotSee) {
  synthetic::Folder folder;
  Figure figure;
  figure.title = "Times";
  figure.lead = "At N = 8 the \"GPU\" is the fastest.";
  const std::string svg = inline_svg(folder.write("one.svg", kSvg), figure);
  EXPECT_NE(svg.find("aria-label=\"Times. At N = 8 the &quot;GPU&quot; is the fastest.\""),
            std::string::npos)
      << svg;
  EXPECT_NE(svg.find("<title>Times</title>"), std::string::npos) << "a few words beside the mouse";
}

TEST(InlineSvg, TakesTheInkOfBothDrawersForThePages) {
  synthetic::Folder folder;
  for (const char* ink : {"rgb( 38,  38,  38)", "rgb(  0,   0,   0)", "black"}) {
    const auto file =
        folder.write("one.svg", std::string("<svg><text fill=\"") + ink + "\">3</text></svg>");
    const std::string svg = inline_svg(file, Figure{});
    EXPECT_NE(svg.find("<text fill=\"currentColor\">3"), std::string::npos) << svg;
  }
}

TEST(InlineSvg, HasThePagesColoursForSeriesButForThoseOfAScale) {
  synthetic::Folder folder;
  const auto file = folder.write(
      "one.svg", "<svg><path stroke='rgb(  0, 114, 178)'/><text>rgb(0,114,178)</text></svg>");
  Figure figure;
  figure.panels.emplace_back();
  const std::string svg = inline_svg(file, figure);
  EXPECT_NE(svg.find("<path stroke='var(--s0)'/><text>rgb(0,114,178)"), std::string::npos) << svg;
  figure.panels[0].ordered = true;
  EXPECT_EQ(inline_svg(file, figure).find("var(--s0)"), std::string::npos);
}

TEST(InlineSvg, RefusesAFileThatHoldsNoDrawing) {
  synthetic::Folder folder;
  for (const char* broken : {"", "<svg", "words"})
    EXPECT_THROW(inline_svg(folder.write("broken.svg", broken), Figure{}), std::runtime_error)
        << broken;
}

TEST(Figure, DrawnBesideOthersKeepsItsPlace) {
  if (const std::string why = drawing_unavailable(); !why.empty()) GTEST_SKIP() << why;
  const Made made = made_up();
  const Figure one = make_figures(made.paper.exhibits[0], made.paper, made.evidence).at(0);
  std::vector<Figure> figures;
  for (int k = 0; k < 9; ++k) {
    figures.push_back(one);
    figures.back().id = "figure-" + std::to_string(k);
    figures.back().title = "Title " + std::to_string(k);
  }
  figures[4].id = "no/such/folder";  // it cannot be drawn
  const synthetic::Folder folder;
  const std::vector<Picture> pictures = draw_all(figures, folder.path());
  ASSERT_EQ(pictures.size(), figures.size());
  for (std::size_t k = 0; k < pictures.size(); ++k) {
    EXPECT_EQ(pictures[k].id, figures[k].id);
    EXPECT_EQ(pictures[k].svg.empty(), k == 4);
    EXPECT_EQ(pictures[k].absent.empty(), k != 4);
    if (k == 4) continue;
    EXPECT_NE(pictures[k].svg.find("<title>" + figures[k].title), std::string::npos) << k;
  }
}

TEST(Figure, IsDrawnAnewOnlyWhereItChanged) {
  if (const std::string why = drawing_unavailable(); !why.empty()) GTEST_SKIP() << why;
  const Made made = made_up();
  Figure figure = make_figures(made.paper.exhibits[0], made.paper, made.evidence).at(0);
  synthetic::Folder folder;
  const std::string png = figure.id + ".png", svg = figure.id + ".svg";
  draw(figure, folder.path());
  const std::string drawn = folder.read(svg);

  folder.write(png, "left as it was");
  draw(figure, folder.path());
  EXPECT_TRUE(folder.read(png) == "left as it was") << "drawn again";
  EXPECT_TRUE(folder.read(svg) == drawn);

  folder.write(svg, drawn.substr(0, drawn.size() / 2));  // ended on its way
  draw(figure, folder.path());
  EXPECT_FALSE(folder.read(png) == "left as it was") << "not drawn";
  EXPECT_TRUE(folder.read(svg) == drawn);

  folder.write(png, "left as it was");
  figure.panels.at(0).x.label = "Another number";
  draw(figure, folder.path());
  EXPECT_FALSE(folder.read(png) == "left as it was") << "not drawn";
  EXPECT_NE(folder.read(svg).find("Another number"), std::string::npos);
}

}  // namespace
