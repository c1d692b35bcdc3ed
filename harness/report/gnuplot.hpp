// gnuplot as a program of its own: both drawers end in a script for it.
#pragma once

#include <array>
#include <filesystem>
#include <string>

#include "harness/report/drawing.hpp"

namespace tycho::report {

/// A file that is made of every drawing.
struct Format {
  const char *ending, *terminal, *font;
  double size, small;      // of the font
  const char* last_bytes;  // of a whole file, near its end
};

inline constexpr std::array<Format, 2> kFormats{
    {{".svg", "svg enhanced dynamic standalone", "Helvetica", 14, 12, "</svg>"},
     {".png", "pngcairo enhanced background '#ffffff'", "Sans", 11, 9.5, "IEND"}}};

/// Text in gnuplot's single quotes.
std::string quoted(const std::string& text);

/// The label of a tick, which gnuplot takes as a format.
std::string format_of_tick(const std::string& label);

/// How a script begins: the format, and the file it writes.
std::string script_head(const Drawing& drawing, const Format& format,
                        const std::filesystem::path& output);

/// Runs gnuplot on a script that writes this file, and waits for its end. Throws std::runtime_error
/// with gnuplot's own words where it fails, and where the file is not whole.
void run_gnuplot(const std::string& script, const Format& format,
                 const std::filesystem::path& output);

}  // namespace tycho::report
