// Draws a figure with Matplot++. Compiled in where CMake finds the package.
#include "harness/report/draw.hpp"

#ifdef TYCHO_HAVE_MATPLOT

#include <matplot/matplot.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "harness/report/bar_groups.hpp"
#include "harness/report/number.hpp"

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

struct Columns {
  std::vector<double> x, y, z;
};

/// One panel: everything drawn is an object with a place in the legend, named or not.
class Axes {
 public:
  Axes(const matplot::axes_handle& axes, const Panel& panel)
      : axes_(axes), panel_(panel), groups_(panel) {
    axes_->hold(true);
    x_ = extent(panel.x, &Point::x, 0.04);
    y_ = extent(panel.y, &Point::y, 0.06);
    if (groups_.bars) x_ = {-0.6, static_cast<double>(groups_.places.size()) - 0.4};
    if (groups_.bars) y_.least = panel.y.scale == Scale::kLinear ? 0 : y_.least;
    if (!panel.three_dimensional) {
      axes_->x_axis().limits({x_.least, x_.most});
      axes_->y_axis().limits({y_.least, y_.most});
    }
    for (const Series& series : panel.series) add(series);
    axes_->title(plain(panel.title));
    axes_->xlabel(plain(panel.x.label));
    axes_->ylabel(plain(panel.y.label));
    if (panel.three_dimensional) axes_->zlabel(plain(panel.z.label));
    if (!groups_.bars) set_up(axes_->x_axis(), panel.x);
    set_up(axes_->y_axis(), panel.y);
    if (groups_.bars) group_ticks();
    if (panel.square) axes_->axes_aspect_ratio(1);
    axes_->grid(true);
    axes_->box(false);
  }
  /// Beside the panel. Matplot++ fixes the margins, so that gnuplot would put an outer legend over
  /// the data; only a place in the data's own coordinates is kept.
  void legend() {
    axes_->legend(names_);
    axes_->legend()->box(false);
    axes_->legend()->inside(!panel_.three_dimensional);
    axes_->legend()->opaque(false);
    axes_->legend()->font_size(9);
    axes_->legend()->location(panel_.three_dimensional
                                  ? matplot::legend::general_alignment::topright
                                  : matplot::legend::general_alignment::topleft);
    if (panel_.three_dimensional) return;
    axes_->legend()->position({static_cast<float>(x_.most), static_cast<float>(y_.most)});
  }

 private:
  struct Range {
    double least = 0, most = 1;
  };
  /// What an axis must span: as described, or the data with a margin, on the axis's own scale.
  Range extent(const Axis& axis, double Point::*coordinate, double margin) const {
    if (axis.least < axis.most) return {axis.least, axis.most};
    const bool logarithmic = axis.scale != Scale::kLinear;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Series& series : panel_.series) {
      if (series.style == Style::kLevel && coordinate == &Point::x) continue;
      for (const Point& point : series.points) {
        const double value = logarithmic ? std::log(point.*coordinate) : point.*coordinate;
        low = std::min(low, value);
        high = std::max(high, value);
      }
    }
    if (!(low < high)) low -= 1, high += 1;
    const double wider = margin * (high - low);
    return logarithmic ? Range{std::exp(low - wider), std::exp(high + wider)}
                       : Range{low - wider, high + wider};
  }
  static void set_up(matplot::axis_type& axis, const Axis& spec) {
    if (spec.scale != Scale::kLinear) axis.scale(matplot::axis_type::axis_scale::log);
    if (spec.ticks.empty()) return;
    std::vector<double> values;
    std::vector<std::string> labels;
    for (const auto& [value, label] : spec.ticks) {
      values.push_back(value);
      labels.push_back(plain(label));
    }
    axis.tick_values(values);
    axis.ticklabels(labels);
  }
  void group_ticks() {
    std::vector<double> values;
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < groups_.places.size(); ++i) {
      values.push_back(static_cast<double>(i));
      labels.push_back(exact(groups_.places[i]));
    }
    axes_->x_axis().tick_values(values);
    axes_->x_axis().ticklabels(labels);
  }
  matplot::line_handle plot(const Columns& at, const std::string& name,
                            std::string_view spec = "-") {
    names_.push_back(plain(name));
    return panel_.three_dimensional ? axes_->plot3(at.x, at.y, at.z, spec)
                                    : axes_->plot(at.x, at.y, spec);
  }
  void add(const Series& series) {
    Columns at;
    for (const Point& point : series.points) {
      at.x.push_back(groups_.middle(point.x));
      at.y.push_back(point.y);
      at.z.push_back(point.z);
    }
    using Marker = enum matplot::line_spec::marker_style;
    constexpr std::array<Marker, 5> kMarkers{Marker::circle, Marker::square,
                                             Marker::upward_pointing_triangle,
                                             Marker::downward_pointing_triangle, Marker::diamond};
    // Strokes and open shapes; and gnuplot's dashes by the names Matplot++ has for them.
    constexpr std::array<Marker, 6> kPublished{
        Marker::asterisk, Marker::plus_sign,
        Marker::cross,    Marker::upward_pointing_triangle,
        Marker::diamond,  Marker::downward_pointing_triangle};
    constexpr std::array<const char*, 4> kDashes{"-", "--", ":", "-."};
    const auto own = paint(colour(panel_, series)), ink = paint(kInk);
    switch (series.style) {
      case Style::kLine: {
        auto line = plot(at, series.label);
        line->line_style(kDashes[static_cast<std::size_t>(series.dash) % kDashes.size()]);
        line->line_width(2).color(own).marker_style(
            kMarkers[report::marker(series, kMarkers.size())]);
        line->marker_face(true).marker_color(own).marker_face_color(own);
        break;
      }
      case Style::kCurve: {
        auto line = plot(at, series.label);
        line->line_width(1.2f).color(own);
        line->line_style(kDashes[static_cast<std::size_t>(series.dash) % kDashes.size()]);
        break;
      }
      case Style::kPoints: {
        auto line = plot(at, series.label, "o");
        line->marker_style(kMarkers[report::marker(series, kMarkers.size())]).marker_size(8.f);
        line->color(own).marker_color(own).marker_face(true).marker_face_color(own);
        break;
      }
      case Style::kStarts:
      case Style::kPublished: {
        const bool published = series.style == Style::kPublished;
        auto line = plot(at, series.label, "o");
        if (published)
          line->marker_style(
              kPublished[static_cast<std::size_t>(series.colour) % kPublished.size()]);
        line->marker_size(published ? 11.f : 7.f);
        line->color(published ? ink : own).marker_color(published ? ink : own);
        if (!published) line->marker_face(true).marker_face_color(own);
        break;
      }
      case Style::kBars:
        add_bars(series, own);
        break;
      case Style::kLevel: {
        const double y = series.points.empty() ? 0 : series.points.front().y;
        auto line = plot({{x_.least, x_.most}, {y, y}, {}}, series.label);
        line->line_style(":").line_width(1.6f).color(ink);
        break;
      }
    }
    if (series.style == Style::kLine) add_intervals(series, own);
  }
  /// One outline along the base line for all bars of a series.
  void add_bars(const Series& series, const matplot::color_array& own) {
    Columns outline;
    for (const Point& point : series.points) {
      const double middle = groups_.at(point.x, bar_), half = 0.46 * groups_.width;
      outline.x.insert(outline.x.end(),
                       {middle - half, middle - half, middle + half, middle + half});
      outline.y.insert(outline.y.end(), {0, point.y, point.y, 0});
    }
    names_.push_back(plain(series.label));
    auto area = axes_->fill(outline.x, outline.y, "b");
    area->color(own).line_width(3);  // what the legend shows of it
    ++bar_;
  }
  void add_intervals(const Series& series, const matplot::color_array& own) {
    for (const Point& point : series.points) {
      if (point.low == point.y && point.high == point.y) continue;
      plot({{point.x, point.x}, {point.low, point.high}, {}}, "")->line_width(1.4f).color(own);
    }
  }

  matplot::axes_handle axes_;
  const Panel& panel_;
  BarGroups groups_;
  Range x_, y_;
  std::size_t bar_ = 0;
  std::vector<std::string> names_;
};

void draw_image(const matplot::axes_handle& axes, const Panel& panel) {
  const Image& image = panel.image;
  std::vector<std::vector<double>> rows;
  std::size_t at = 0;
  for (int row = 0; row < image.height; ++row) {
    auto& shades = rows.emplace_back();
    for (int column = 0; column < image.width; ++column)
      shades.push_back(std::round(kShadeSteps * shade(panel, image.value[at++])) / kShadeSteps);
  }
  std::vector<std::vector<double>> colours;
  for (const char* rgb : kShades) {
    const auto colour = paint(rgb);
    colours.push_back({colour[1], colour[2], colour[3]});
  }
  axes->image(0, 1, 0, 1, rows, true);
  axes->y_axis().reverse(false);  // images come with y downwards
  axes->colormap(colours);
  axes->color_box(false);
  axes->color_box_range(0, 1);
  axes->title(plain(panel.title));
  axes->x_axis().tick_values({});
  axes->y_axis().tick_values({});
  axes->axes_aspect_ratio(1);
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

void draw_with_matplot(const Figure& figure, const fs::path& folder) {
  const bool several = figure.panels.size() > 1;
  auto canvas = matplot::figure(true);
  const bool images = figure.panels.front().image.width > 0;
  if (images)
    canvas->size(1000, 24 + 316 * ((figure.panels.size() + 2) / 3));
  else
    canvas->size(several ? 1080 : 820, several ? 390 : 480);
  const float count = static_cast<float>(figure.panels.size());
  const bool paths = figure.panels.front().square || figure.panels.front().three_dimensional;
  const float room = several || paths ? 0.86f : 0.64f;  // of the width; the rest is the legend's
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    if (images) {
      draw_image(matplot::subplot(canvas, (figure.panels.size() + 2) / 3, 3, i, true),
                 figure.panels[i]);
      continue;
    }
    const float left = room * static_cast<float>(i) / count;
    const auto axes = several ? matplot::subplot(canvas, 1, figure.panels.size(), i, true)
                              : canvas->current_axes();
    axes->position(
        {left + 0.09f / count + 0.02f, 0.15f, room / count - 0.1f / count - 0.02f, 0.74f});
    Axes panel(axes, figure.panels[i]);
    if (i + 1 == figure.panels.size()) panel.legend();
  }
  for (const auto& [ending, last_bytes] :
       {std::pair(".svg", "</svg>"), std::pair(".png", "IEND")}) {
    const fs::path file = folder / (figure.id + ending);
    canvas->save(file.string());
    wait_for(file, last_bytes);
  }
}

}  // namespace tycho::report

#else

#include <stdexcept>

namespace tycho::report {

bool have_matplot() { return false; }
void draw_with_matplot(const Figure&, const std::filesystem::path&) {
  throw std::runtime_error("this build has no Matplot++");
}

}  // namespace tycho::report

#endif
