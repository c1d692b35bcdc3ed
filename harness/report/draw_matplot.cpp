// Draws a figure with Matplot++. Compiled in where CMake finds the package. What is drawn, and
// where, is in the drawing: axes of coordinates from 0 to 1 for every frame.
#include "harness/report/draw.hpp"

#ifdef TYCHO_HAVE_MATPLOT

#include <matplot/matplot.h>

#include <chrono>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "harness/report/drawing.hpp"

namespace tycho::report {

namespace fs = std::filesystem;

namespace {

// Matplot++ hands text to gnuplot in double quotes and enhanced mode, where these have a meaning;
// quotes it escapes itself.
std::string plain(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("_^{}@&~").find(c) != std::string_view::npos) out += "\\\\";
    out += c;
  }
  return out;
}

matplot::color_array paint(const std::string& rgb) {
  const auto part = [&](std::size_t at) {
    return static_cast<float>(std::stoi(rgb.substr(at, 2), nullptr, 16)) / 255.f;
  };
  return {0.f, part(1), part(3), part(5)};
}

using MarkerStyle = enum matplot::line_spec::marker_style;
struct Sign {
  MarkerStyle style;
  bool filled;
};
Sign sign(Marker marker) {
  constexpr std::array<Sign, 14> kSigns{{{MarkerStyle::none, false},
                                         {MarkerStyle::circle, true},
                                         {MarkerStyle::square, true},
                                         {MarkerStyle::upward_pointing_triangle, true},
                                         {MarkerStyle::downward_pointing_triangle, true},
                                         {MarkerStyle::diamond, true},
                                         {MarkerStyle::square, false},
                                         {MarkerStyle::circle, false},
                                         {MarkerStyle::asterisk, false},
                                         {MarkerStyle::plus_sign, false},
                                         {MarkerStyle::cross, false},
                                         {MarkerStyle::upward_pointing_triangle, false},
                                         {MarkerStyle::diamond, false},
                                         {MarkerStyle::downward_pointing_triangle, false}}};
  return kSigns[static_cast<std::size_t>(marker)];
}

void add_mark(const matplot::axes_handle& axes, const Mark& mark) {
  std::vector<double> x, y;
  for (const Spot& spot : mark.spots) {
    x.push_back(spot.x);
    y.push_back(spot.y);
  }
  const auto colour = paint(mark.colour);
  if (mark.filled) {
    axes->fill(x, y, "b")->color(colour).line_width(0.5f);
    return;
  }
  if (mark.width > 0) {
    constexpr std::array<const char*, kDashes> kNames{"-", "--", ":", "-."};
    auto line = axes->plot(x, y, kNames[static_cast<std::size_t>(mark.dash)]);
    line->line_width(static_cast<float>(mark.width)).color(colour);
  }
  if (mark.marker != Marker::kNone) {
    const Sign own = sign(mark.marker);
    auto line = axes->plot(x, y, "o");
    line->marker_style(own.style).marker_size(static_cast<float>(7.5 * mark.size));
    line->color(colour).marker_color(colour);
    if (own.filled) line->marker_face(true).marker_face_color(colour);
  }
}

// Minor ticks are left out: Matplot++ draws all that it is given alike.
void set_up(matplot::axis_type& axis, const DrawnAxis& drawn) {
  std::vector<double> values;
  std::vector<std::string> labels;
  for (const Tick& tick : drawn.ticks) {
    if (tick.label.empty()) continue;
    values.push_back(tick.at);
    labels.push_back(plain(tick.label) + (tick.raised.empty() ? "" : "^{" + tick.raised + "}"));
  }
  axis.tick_values(values);
  axis.ticklabels(labels);
  axis.label(plain(drawn.label));
}

void add_shades(const matplot::axes_handle& axes, const Shades& shades) {
  std::vector<std::vector<double>> rows(static_cast<std::size_t>(shades.height));
  for (std::size_t i = 0; i < shades.value.size(); ++i)
    rows[i / static_cast<std::size_t>(shades.width)].push_back(shades.value[i]);
  std::vector<std::vector<double>> colours;
  for (const char* rgb : kShades) {
    const auto colour = paint(rgb);
    colours.push_back({colour[1], colour[2], colour[3]});
  }
  axes->image(0, 1, 0, 1, rows, true);
  axes->y_axis().reverse(false);  // images come with y downwards
  axes->colormap(colours);
  axes->color_box(false);
  axes->color_box_range(0, kShadeSteps);
}

void add_texts(const matplot::axes_handle& axes, const std::vector<Text>& texts) {
  constexpr std::array kAnchors{matplot::labels::alignment::left,
                                matplot::labels::alignment::center,
                                matplot::labels::alignment::right};
  for (const Text& text : texts) {
    auto label = axes->text(text.at.x, text.at.y, plain(text.text));
    label->alignment(kAnchors[static_cast<std::size_t>(text.anchor)]);
    label->font_size(9);
    label->color(paint(kInk));
  }
}

void add_frame(const matplot::figure_handle& canvas, const Drawing& drawing, const Frame& frame) {
  const auto axes =
      canvas->add_axes({static_cast<float>(frame.left / drawing.width),
                        static_cast<float>(frame.bottom / drawing.height),
                        static_cast<float>((frame.right - frame.left) / drawing.width),
                        static_cast<float>((frame.top - frame.bottom) / drawing.height)});
  axes->hold(true);
  if (frame.shades.width > 0) add_shades(axes, frame.shades);
  for (const Mark& mark : frame.marks) add_mark(axes, mark);
  add_texts(axes, frame.texts);
  axes->x_axis().limits({0, 1});
  axes->y_axis().limits({0, 1});
  set_up(axes->x_axis(), frame.x);
  set_up(axes->y_axis(), frame.y);
  axes->title(plain(frame.title));
  axes->grid(frame.y.grid);  // y_grid() alone has no effect on a linear axis
  axes->x_grid(frame.x.grid);
  axes->visible(frame.border != Border::kNone);
  axes->box(frame.border == Border::kAround);
}

/// save() returns while gnuplot still writes: the file is there when its last bytes are.
void wait_for(const fs::path& file, const std::string& last_bytes) {
  for (int tries = 0; tries < 2000; ++tries) {
    std::ifstream in(file, std::ios::binary);
    const std::string content((std::istreambuf_iterator<char>(in)),
                              std::istreambuf_iterator<char>());
    const std::size_t tail = content.size() < 64 ? 0 : content.size() - 64;
    if (content.find(last_bytes, tail) != std::string::npos) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  throw std::runtime_error("Matplot++ did not finish " + file.filename().string() + " in 20 s");
}

}  // namespace

bool have_matplot() { return true; }

void draw_with_matplot(const Drawing& drawing, const fs::path& folder) {
  auto canvas = matplot::figure(true);
  canvas->size(static_cast<std::size_t>(drawing.width), static_cast<std::size_t>(drawing.height));
  for (const Frame& frame : drawing.frames) add_frame(canvas, drawing, frame);
  for (const auto& [ending, last_bytes] :
       {std::pair(".svg", "</svg>"), std::pair(".png", "IEND")}) {
    const fs::path file = folder / (drawing.id + ending);
    canvas->save(file.string());
    wait_for(file, last_bytes);
  }
}

}  // namespace tycho::report

#else

#include <stdexcept>

namespace tycho::report {

bool have_matplot() { return false; }
void draw_with_matplot(const Drawing&, const std::filesystem::path&) {
  throw std::runtime_error("this build has no Matplot++");
}

}  // namespace tycho::report

#endif
