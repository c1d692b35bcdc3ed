// Draws a figure by writing a gnuplot script and running the program on it. What is drawn, and
// where, is in the drawing: a gnuplot graph of coordinates from 0 to 1 for every frame.
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

#include "harness/report/draw.hpp"
#include "harness/report/drawing.hpp"
#include "harness/report/number.hpp"

extern char** environ;

namespace tycho::report {

namespace fs = std::filesystem;

namespace {

// Inside gnuplot's single quotes only the quote itself needs care. Texts are drawn `noenhanced`, so
// that _ and ^ are themselves.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += c == '\n' ? ' ' : c;
  }
  return out + "'";
}

/// gnuplot's number of a marker.
int point_type(Marker marker) {
  constexpr std::array<int, 14> kTypes{0, 7, 5, 9, 11, 13, 4, 6, 3, 1, 2, 8, 12, 10};
  return kTypes[static_cast<std::size_t>(marker)];
}

const char* word(Anchor anchor) {
  constexpr std::array<const char*, 3> kWords{"left", "center", "right"};
  return kWords[static_cast<std::size_t>(anchor)];
}

void write_axis(std::ostream& script, const std::string& axis, const DrawnAxis& drawn) {
  script << "set " << axis << "label " << quoted(drawn.label) << " noenhanced\nunset " << axis
         << "tics\n";
  if (!drawn.ticks.empty())
    script << "set " << axis << "tics nomirror " << (drawn.names ? "scale 0 (" : "scale default (");
  for (std::size_t i = 0; i < drawn.ticks.size(); ++i) {
    const Tick& tick = drawn.ticks[i];
    script << (i ? ", " : "")
           << quoted(tick.raised.empty() ? tick.label : tick.label + "^{" + tick.raised + "}")
           << " " << exact(tick.at) << (tick.label.empty() ? " 1" : "");
  }
  if (!drawn.ticks.empty()) script << ")\n";
  if (drawn.grid) script << "set grid " << axis << "tics lc rgb '" << kGrid << "' lw 1 lt 1\n";
}

void write_shades(std::ostream& script, const Shades& shades) {
  script << "$shades << END\n";
  for (std::size_t i = 0; i < shades.value.size(); ++i)
    script << shades.value[i]
           << ((i + 1) % static_cast<std::size_t>(shades.width) == 0 ? "\n" : " ");
  script << "END\nset palette defined (";
  for (std::size_t i = 0; i < kShades.size(); ++i)
    script << (i ? ", " : "") << i << " '" << kShades[i] << "'";
  script << ")\nset cbrange [0:" << kShadeSteps << "]\nunset colorbox\n";
}

/// The part of a plot command that draws a mark from the data of this name.
std::string plot_of(const Mark& mark, const std::string& data) {
  const std::string colour = " lc rgb '" + mark.colour + "'";
  if (mark.filled) return data + " with filledcurves closed fs solid 0.9 noborder" + colour;
  std::string with = " with ";
  if (mark.width > 0) with += "lines";
  if (mark.marker != Marker::kNone)
    with += "points pt " + std::to_string(point_type(mark.marker)) + " ps " + exact(mark.size);
  return data + with + colour + " lw " + exact(mark.width > 0 ? mark.width : 1.6) + " dt " +
         std::to_string(mark.dash + 1);
}

void write_frame(std::ostream& script, const Drawing& drawing, const Frame& frame,
                 const char* small_font) {
  for (const auto& [margin, at] : {std::pair{"lmargin", frame.left / drawing.width},
                                   {"rmargin", frame.right / drawing.width},
                                   {"bmargin", frame.bottom / drawing.height},
                                   {"tmargin", frame.top / drawing.height}})
    script << "set " << margin << " at screen " << at << "\n";
  script << "unset label\nunset grid\nset title " << quoted(frame.title)
         << " noenhanced offset 0, -0.4\n";
  write_axis(script, "x", frame.x);
  write_axis(script, "y", frame.y);
  constexpr std::array<int, 3> kSides{0, 3, 15};
  script << "set border " << kSides[static_cast<std::size_t>(frame.border)] << " lc rgb '" << kInk
         << "'\n";
  for (const Text& text : frame.texts)
    script << "set label " << quoted(text.text) << " at first " << exact(text.at.x) << ", first "
           << exact(text.at.y) << " " << word(text.anchor) << " noenhanced textcolor rgb '" << kInk
           << "' font '" << small_font << "'\n";
  std::string plots;
  if (frame.shades.width > 0) {
    write_shades(script, frame.shades);
    plots = "$shades matrix using (($1+0.5)/" + std::to_string(frame.shades.width) +
            "):(($2+0.5)/" + std::to_string(frame.shades.height) + "):3 with image";
  }
  for (std::size_t i = 0; i < frame.marks.size(); ++i) {
    const std::string data = "$m" + std::to_string(i);
    script << data << " << END\n";
    for (const Spot& spot : frame.marks[i].spots) {
      if (std::isfinite(spot.x) && std::isfinite(spot.y))
        script << exact(spot.x) << " " << exact(spot.y);
      script << "\n";  // an empty line interrupts a stroke
    }
    script << "END\n";
    plots += (plots.empty() ? "" : ", \\\n  ") + plot_of(frame.marks[i], data);
  }
  script << "plot " << (plots.empty() ? "NaN" : plots) << "\n";
}

struct Format {
  const char *ending, *terminal, *font, *small_font;
};

constexpr std::array<Format, 2> kFormats{
    {{".svg", "svg enhanced dynamic standalone", "Helvetica,14", ",12"},
     {".png", "pngcairo enhanced background '#ffffff'", "Sans,11", ",9.5"}}};

std::string script_of(const Drawing& drawing, const Format& format, const fs::path& output) {
  std::ostringstream script;
  script << "set encoding utf8\nset terminal " << format.terminal << " size " << drawing.width
         << "," << drawing.height << " font '" << format.font << "'\nset output "
         << quoted(output.string()) << "\nunset key\nset tics textcolor rgb '" << kInk
         << "'\nset xrange [0:1]\nset yrange [0:1]\n";
  for (const char* text : {"title", "xlabel", "ylabel"})
    script << "set " << text << " textcolor rgb '" << kInk << "'\n";
  script << "set multiplot\n";
  for (const Frame& frame : drawing.frames) write_frame(script, drawing, frame, format.small_font);
  script << "unset multiplot\nset output\n";
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

}  // namespace

std::string told_to_gnuplot(const Drawing& drawing) {
  std::string told;
  for (const Format& format : kFormats) told += script_of(drawing, format, "");
  return told;
}

void draw_with_gnuplot(const Drawing& drawing, const fs::path& folder) {
  const fs::path script = folder / (drawing.id + ".gp"), log = folder / (drawing.id + ".log");
  for (const Format& format : kFormats) {
    std::ofstream(script) << script_of(drawing, format, folder / (drawing.id + format.ending));
    run_gnuplot(script, log);
  }
  fs::remove(script);
  fs::remove(log);
}

}  // namespace tycho::report
