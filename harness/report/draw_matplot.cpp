// Draws a figure with Matplot++. Compiled in where CMake finds the package. What is drawn, and
// where, is in the drawing: axes of coordinates from 0 to 1 for every frame, and one over the whole
// figure for texts.
#include "harness/report/draw.hpp"

#ifdef TYCHO_HAVE_MATPLOT

#include <matplot/backend/backend_interface.h>
#include <matplot/matplot.h>

#include <mutex>

#include "harness/report/drawing.hpp"
#include "harness/report/gnuplot.hpp"

namespace tycho::report {

namespace fs = std::filesystem;

namespace {

// Matplot++ hands text to gnuplot in double quotes and enhanced mode, where these have a meaning;
// what stands between backquotes gnuplot runs as a command of the shell.
std::string plain(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"')
      out += "\\042";
    else if (c == '`')
      out += "\\140";
    else if (c == '\\')
      out += "\\\\\\\\";
    else if (std::string_view("_^{}@&~").find(c) != std::string_view::npos)
      out += std::string("\\\\") + c;
    else
      out += c == '\n' ? ' ' : c;
  }
  return out;
}

/// Keeps what Matplot++ tells gnuplot as a script. Its own backend tells a gnuplot that it holds
/// open: it does not know when a file is whole or why none came, a gnuplot that ends early ends
/// tycho by SIGPIPE, and every figure keeps its process until the program's end.
class Script final : public matplot::backend::backend_interface {
 public:
  Script(const Drawing& drawing, const Format& format, const std::string& output)
      : width_(static_cast<unsigned>(drawing.width)),
        height_(static_cast<unsigned>(drawing.height)),
        output_(output),
        text_(script_head(drawing, format, output)) {}

  const std::string& text() const { return text_; }

  bool consumes_gnuplot_commands() override { return true; }
  bool is_interactive() override { return false; }
  bool supports_fonts() override { return true; }
  bool render_data() override { return true; }
  using backend_interface::height, backend_interface::output, backend_interface::width;
  unsigned width() override { return width_; }
  unsigned height() override { return height_; }
  const std::string& output() override { return output_; }
  void include_comment(const std::string&) override {}
  void run_command(const std::string& command) override {
    // The head has them.
    if (command.starts_with("set terminal") || command.starts_with("set output")) return;
    text_ += command + "\n";
  }

 private:
  unsigned width_, height_;
  std::string output_, text_;
};

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
    constexpr std::array<const char*, kDashes> kNames{"-", "--", "-.", ":"};
    auto line = axes->plot(x, y, kNames[static_cast<std::size_t>(mark.dash)]);
    line->line_width(static_cast<float>(mark.width)).color(colour);
  }
  if (mark.marker != Marker::kNone) {
    const Sign own = sign(mark.marker);
    auto line = axes->plot(x, y, "o");
    line->marker_style(own.style).marker_size(static_cast<float>(6 * mark.size));
    line->color(colour).marker_color(colour);
    if (own.filled) line->marker_face(true).marker_face_color(colour);
  }
}

// Minor ticks are left out: Matplot++ draws all that it is given alike.
void set_up(matplot::axis_type& axis, const DrawnAxis& drawn, const Format& format) {
  std::vector<double> values;
  std::vector<std::string> labels;
  for (const Tick& tick : drawn.ticks) {
    if (tick.label.empty()) continue;
    values.push_back(tick.at);
    labels.push_back(plain(format_of_tick(tick.label)) +
                     (tick.raised.empty() ? "" : "^{" + tick.raised + "}"));
  }
  axis.tick_values(values);
  axis.ticklabels(labels);
  axis.label(plain(drawn.label));
  axis.label_font_size(static_cast<float>(format.size));
  axis.color(paint(kInk)).label_color(paint(kInk));
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

void add_frame(matplot::figure_type& canvas, const Drawing& drawing, const Frame& frame,
               const Format& format) {
  const auto axes =
      canvas.add_axes({static_cast<float>(frame.left / drawing.width),
                       static_cast<float>(frame.bottom / drawing.height),
                       static_cast<float>((frame.right - frame.left) / drawing.width),
                       static_cast<float>((frame.top - frame.bottom) / drawing.height)});
  axes->hold(true);
  axes->font(format.font);
  axes->font_size(static_cast<float>(format.size));
  if (frame.shades.width > 0) add_shades(axes, frame.shades);
  for (const Mark& mark : frame.marks) add_mark(axes, mark);
  axes->x_axis().limits({0, 1});
  axes->y_axis().limits({0, 1});
  set_up(axes->x_axis(), frame.x, format);
  set_up(axes->y_axis(), frame.y, format);
  axes->title(plain(frame.title));
  axes->title_color(paint(kInk));
  axes->title_font_weight("normal");
  axes->title_font_size_multiplier(1);
  axes->grid(frame.y.grid);  // y_grid() alone has no effect on a linear axis
  axes->x_grid(frame.x.grid);
  axes->visible(frame.border != Border::kNone);
  axes->box(frame.border == Border::kAround);
}

/// The texts of all frames, in axes over the whole figure: Matplot++ draws none outside its axes.
void add_texts(matplot::figure_type& canvas, const Drawing& drawing, const Format& format) {
  constexpr std::array kAnchors{matplot::labels::alignment::left,
                                matplot::labels::alignment::center,
                                matplot::labels::alignment::right};
  const auto axes = canvas.add_axes({0, 0, 1, 1});
  axes->hold(true);
  axes->visible(false);
  axes->x_axis().limits({0, static_cast<double>(drawing.width)});
  axes->y_axis().limits({0, static_cast<double>(drawing.height)});
  for (const Frame& frame : drawing.frames)
    for (const Text& text : frame.texts) {
      auto label =
          axes->text(frame.left + text.at.x * (frame.right - frame.left),
                     frame.bottom + text.at.y * (frame.top - frame.bottom), plain(text.text));
      label->alignment(kAnchors[static_cast<std::size_t>(text.anchor)]);
      label->font(format.font);
      label->font_size(static_cast<float>(format.small));
      label->color(paint(kInk));
    }
}

/// All that Matplot++ tells gnuplot of a drawing. It keeps what it finds out about gnuplot in
/// variables of its own, which two threads must not set at a time.
std::string script_of(const Drawing& drawing, const Format& format, const fs::path& output) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  const auto script = std::make_shared<Script>(drawing, format, output.string());
  matplot::figure_type canvas(true);  // draws when it is told to
  canvas.backend(script);
  for (const Frame& frame : drawing.frames) add_frame(canvas, drawing, frame, format);
  add_texts(canvas, drawing, format);
  canvas.draw();
  return script->text() + "set output\n";
}

}  // namespace

bool have_matplot() { return true; }

void draw_with_matplot(const Drawing& drawing, const fs::path& folder) {
  for (const Format& format : kFormats) {
    const fs::path file = folder / (drawing.id + format.ending);
    run_gnuplot(script_of(drawing, format, file), format, file);
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
