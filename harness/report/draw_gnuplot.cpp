// Draws a figure by writing a gnuplot script and running the program on it.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "harness/report/bar_groups.hpp"
#include "harness/report/draw.hpp"
#include "harness/report/number.hpp"

extern char** environ;

namespace tycho::report {

namespace fs = std::filesystem;

namespace {

constexpr std::array<int, 7> kMarkers{7, 5, 9, 11, 13, 4, 6};  // disc, square, triangles, diamond
constexpr std::array<int, 6> kPublished{3, 1, 2, 8, 12, 10};   // strokes and open shapes
constexpr int kDashes = 4;                                     // gnuplot's, from solid on

// Inside gnuplot's single quotes only the quote itself needs care. Every text of ours is drawn
// `noenhanced`, so that _ and ^ are themselves; only the powers on a logarithmic axis are not ours.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += c == '\n' ? ' ' : c;
  }
  return out + "'";
}

void write_axis(std::ostream& script, const char* axis, const Axis& spec) {
  script << "set " << axis << "label " << quoted(spec.label) << " noenhanced\n";
  script << "unset logscale " << axis << "\n";
  if (spec.scale == Scale::kLog2) script << "set logscale " << axis << " 2\n";
  if (spec.scale == Scale::kLog10) script << "set logscale " << axis << " 10\n";
  if (spec.ticks.empty()) {
    script << "set " << axis << "tics auto enhanced\nset format " << axis
           << (spec.scale == Scale::kLog10 ? " '10^{%T}'\n" : " '%g'\n");
    return;
  }
  script << "set " << axis << "tics noenhanced (";
  for (std::size_t i = 0; i < spec.ticks.size(); ++i)
    script << (i ? ", " : "") << quoted(spec.ticks[i].second) << " " << exact(spec.ticks[i].first);
  script << ")\n";
}

std::string dash(const Series& series, int first) {
  return std::to_string(first + series.dash % kDashes);
}

std::string line_type(const Panel& panel, const Series& series, double width) {
  return " lc rgb '" + colour(panel, series) + "' lw " + exact(width) +
         (series.dash ? " dt " + dash(series, 1) : "");
}

// The first panel's scale serves for all: they share it.
void write_image(std::ostream& script, const Panel& panel, std::size_t number) {
  const Image& image = panel.image;
  const std::string data = "$p" + std::to_string(number);
  script << data << " << END\n";
  for (std::size_t i = 0; i < image.value.size(); ++i)
    script << std::lround(kShadeSteps * shade(panel, image.value[i]))
           << ((i + 1) % static_cast<std::size_t>(image.width) == 0 ? "\n" : " ");
  script << "END\n";
  if (number == 0) {
    script << "set palette defined (";
    for (std::size_t i = 0; i < kShades.size(); ++i)
      script << (i ? ", " : "") << i << " '" << kShades[i] << "'";
    script << ")\nset cbrange [0:" << kShadeSteps << "]\nset cblabel " << quoted(panel.z.label)
           << " noenhanced textcolor rgb '" << kInk << "'\n"
           << "set colorbox user origin screen 0.915, screen 0.2 size screen 0.014, screen 0.6\n"
           << "set cbtics enhanced (";
    const int low = static_cast<int>(std::ceil(std::log10(panel.z.least)));
    const int high = static_cast<int>(std::floor(std::log10(panel.z.most)));
    for (int power = low; power <= high; ++power)
      script << (power > low ? ", " : "") << "'10^{" << power << "}' "
             << kShadeSteps * shade(panel, std::pow(10.0, power));
    script << ")\n";
  } else {
    script << "unset colorbox\n";
  }
  script << "set title " << quoted(panel.title) << " noenhanced offset 0, -0.6\nunset grid\n"
         << "set size square\nunset xtics\nunset ytics\nset border 15\n"
         << "set xrange [0:1]\nset yrange [0:1]\nplot " << data << " matrix using (($1+0.5)/"
         << image.width << "):(($2+0.5)/" << image.height << "):3 with image notitle\n";
}

void write_panel(std::ostream& script, const Panel& panel, std::size_t number) {
  if (panel.image.width > 0) return write_image(script, panel, number);
  const BarGroups groups(panel);
  const auto block = [&](std::size_t series) {
    return "$p" + std::to_string(number) + "s" + std::to_string(series);
  };
  std::vector<std::string> plots;
  std::size_t bar = 0;
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    const Series& series = panel.series[i];
    const bool bars = series.style == Style::kBars;
    script << block(i) << " << END\n";
    bool errors = false;
    for (const Point& p : series.points) {
      const double x = bars ? groups.at(p.x, bar) : groups.middle(p.x);
      script << exact(x) << " " << exact(p.y) << " "
             << (panel.three_dimensional ? exact(p.z) : exact(p.low) + " " + exact(p.high)) << "\n";
      errors |= p.low != p.y || p.high != p.y;
    }
    script << "END\n";
    const std::string data = block(i);
    const std::string title = series.label.empty() ? " notitle" : " title " + quoted(series.label);
    const std::string marker =
        " pt " + std::to_string(kMarkers[report::marker(series, kMarkers.size())]);
    const std::string columns = panel.three_dimensional ? " using 1:2:3" : " using 1:2";
    switch (series.style) {
      case Style::kLine:
        plots.push_back(data + columns + " with linespoints" + marker + " ps 0.9" +
                        line_type(panel, series, 2) + title);
        break;
      case Style::kCurve:
        plots.push_back(data + columns + " with lines" + line_type(panel, series, 1.2) + title);
        break;
      case Style::kPoints:
        plots.push_back(data + columns + " with points" + marker + " ps 1.1" +
                        line_type(panel, series, 1.6) + title);
        break;
      case Style::kStarts:
        plots.push_back(data + columns + " with points pt 7 ps 1.1" + line_type(panel, series, 1) +
                        title);
        break;
      case Style::kBars:
        plots.push_back(data + " using 1:2:(" + exact(groups.width * 0.92) +
                        ") with boxes lc rgb '" + colour(panel, series) + "' fs " +
                        (series.dash ? "pattern " + dash(series, 4) : std::string("solid 0.9")) +
                        " noborder" + title);
        ++bar;
        break;
      case Style::kPublished:
        plots.push_back(data + columns + " with points pt " +
                        std::to_string(kPublished[series.colour % kPublished.size()]) +
                        " ps 1.4 lw 1.6 lc rgb '" + kInk + "'" + title);
        break;
      case Style::kLevel:
        plots.push_back((series.points.empty() ? "NaN" : exact(series.points.front().y)) +
                        std::string(" with lines dt 3 lw 1.6 lc rgb '") + kInk + "'" + title);
        break;
    }
    if (errors && !panel.three_dimensional) {
      // Drawn as strokes: gnuplot's own error bars blank the marker below them.
      plots.push_back(data + " using 1:3:(0):($4-$3) with vectors nohead lw 1.4 lc rgb '" +
                      (bars ? std::string(kInk) : colour(panel, series)) + "' notitle");
    }
  }
  script << "set title " << quoted(panel.title) << " noenhanced\n";
  write_axis(script, "x", panel.x);
  write_axis(script, "y", panel.y);
  if (panel.three_dimensional) write_axis(script, "z", panel.z);
  if (groups.bars) {
    script << "unset logscale x\nset xrange [-0.6:"
           << exact(static_cast<double>(groups.places.size()) - 0.4) << "]\nset xtics (";
    for (std::size_t i = 0; i < groups.places.size(); ++i)
      script << (i ? ", " : "") << "'" << report::exact(groups.places[i]) << "' " << i;
    script << ")\nunset grid\nset grid ytics lc rgb '" << kGrid << "' lw 1 lt 1\n";
    if (panel.y.scale == Scale::kLinear) script << "set yrange [0:*]\n";
  } else {
    // A curve fills its time axis; markers keep clear of the frame.
    const bool curves = panel.series.front().style == Style::kCurve;
    script << "set autoscale x\nset autoscale y\n"
           << (curves ? "set autoscale xfix\n" : "set offsets graph 0.03, graph 0.03, 0, 0\n");
  }
  for (const auto& [axis, spec] : {std::pair("x", panel.x), std::pair("y", panel.y)}) {
    if (spec.least < spec.most)
      script << "set " << axis << "range [" << exact(spec.least) << ":" << exact(spec.most)
             << "]\n";
  }
  script << (panel.square ? "set size square\n" : "set size nosquare\n");
  script << (panel.three_dimensional
                 ? "set border 31\nset view 64, 36, 1, 1.3\nset xyplane 0\nsplot "
                 : "plot ");
  for (std::size_t i = 0; i < plots.size(); ++i) script << (i ? ", \\\n  " : "") << plots[i];
  script << "\n";
}

/// Images stand three in a row.
int image_rows(const Figure& figure) { return (static_cast<int>(figure.panels.size()) + 2) / 3; }

/// The legend of a figure of one panel stands below it, in as many columns as its longest label
/// allows. gnuplot has 700 units for a row and takes a letter for 7.3 wide: a little more is
/// planned.
struct Legend {
  std::size_t columns = 1, rows = 0;
};
Legend legend_of(const Panel& panel) {
  std::size_t longest = 1, labels = 0;
  for (const Series& series : panel.series) {
    longest = std::max(longest, series.label.size());
    labels += series.label.empty() ? 0 : 1;
  }
  const auto fitting = static_cast<std::size_t>(700 / (50 + 7.5 * static_cast<double>(longest)));
  const std::size_t columns = std::clamp<std::size_t>(fitting, 1, 4);
  return {columns, (labels + columns - 1) / columns};
}

struct Format {
  const char *ending, *terminal, *font, *legend_font;
};

std::string script_of(const Figure& figure, const Format& format, const std::string& size,
                      const fs::path& output) {
  std::ostringstream script;
  script << "set encoding utf8\nset terminal " << format.terminal << " size " << size << " font '"
         << format.font << "'\nset output " << quoted(output.string()) << "\n";
  script << "set border 3 lc rgb '" << kInk << "'\nset tics nomirror textcolor rgb '" << kInk
         << "'\nset grid lc rgb '" << kGrid << "' lw 1 lt 1\nset bars 0.6\n"
         << "set key noenhanced Left reverse samplen 2.2 spacing 1.15 textcolor rgb '" << kInk
         << "' font '" << format.legend_font << "'\n";
  for (const char* text : {"title", "xlabel", "ylabel", "zlabel"})
    script << "set " << text << " textcolor rgb '" << kInk << "'\n";
  const bool several = figure.panels.size() > 1;
  const bool images = figure.panels.front().image.width > 0;
  const bool paths = figure.panels.front().square || figure.panels.front().three_dimensional;
  if (images) {
    script << "set multiplot layout " << image_rows(figure) << ",3 margins 0.02, 0.89, 0.03, "
           << 1 - 0.09 / image_rows(figure) << " spacing 0.02, " << 0.14 / image_rows(figure)
           << "\n";
  } else if (several) {
    script << "set multiplot layout 1," << figure.panels.size()
           << " margins 0.05, 0.89, 0.18, 0.9 spacing 0.065, 0.1\n";
  }
  if (several || paths)
    script << "set key at screen 0.985, screen 0.88 right top vertical\n";
  else
    script << "set key bmargin center horizontal height 0.8 maxcols "
           << legend_of(figure.panels.front()).columns << "\n";
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    if (i > 0) script << "unset key\n";
    write_panel(script, figure.panels[i], i);
  }
  if (several || images) script << "unset multiplot\n";
  script << "set output\n";
  return script.str();
}

/// Runs gnuplot on a script; what it wrote on stderr comes back in the error.
void run_gnuplot(const fs::path& script, const fs::path& log) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  std::string program = "gnuplot", argument = script.string();
  std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, "gnuplot", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed) throw std::runtime_error("gnuplot could not be started");
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::ifstream in(log);
    const std::string words((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    throw std::runtime_error("gnuplot failed: " + words.substr(0, 300));
  }
}

/// The figure grows with its legend, so that the panel keeps its height.
std::string size_of(const Figure& figure) {
  if (figure.panels.front().image.width > 0)
    return "1000," + std::to_string(24 + 316 * image_rows(figure));
  if (figure.panels.size() > 1) return "1080,410";
  return "820," + std::to_string(430 + 21 * legend_of(figure.panels.front()).rows);
}

}  // namespace

void draw_with_gnuplot(const Figure& figure, const fs::path& folder) {
  const std::string size = size_of(figure);
  constexpr std::array<Format, 2> kFormats{
      {{".svg", "svg enhanced dynamic standalone", "Helvetica,14", ",12"},
       {".png", "pngcairo enhanced background '#ffffff'", "Sans,11", ",9.5"}}};
  const fs::path script = folder / (figure.id + ".gp"), log = folder / (figure.id + ".log");
  for (const Format& format : kFormats) {
    std::ofstream(script) << script_of(figure, format, size, folder / (figure.id + format.ending));
    run_gnuplot(script, log);
  }
  fs::remove(script);
  fs::remove(log);
}

}  // namespace tycho::report
