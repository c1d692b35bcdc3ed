#include "harness/report/draw.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "harness/report/document.hpp"
#include "harness/report/png.hpp"
#include "harness/result/checksum.hpp"

namespace tycho::report {

namespace fs = std::filesystem;

namespace {

std::string content_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// "#333334" as gnuplot writes it in an SVG file, as a pattern.
std::string as_pattern(const std::string& rgb) {
  std::string pattern = R"(rgb\( *)";
  for (std::size_t at = 1; at < 7; at += 2)
    pattern += std::to_string(std::stoi(rgb.substr(at, 2), nullptr, 16)) + (at < 5 ? ", *" : "");
  return pattern + R"(\))";
}

/// The end of an SVG file: which drawing it is.
std::string mark_of(const Drawing& drawing) {
  const std::string drawer = have_matplot() ? "Matplot++" : "gnuplot";
  const std::string told = result::Checksum().add(told_to_gnuplot(drawing)).text();
  return "<!-- drawn by " + drawer + (have_png() ? " and zlib" : "") + " from " + told + " -->\n";
}

/// The paths of an SVG file to a tenth of a pixel: gnuplot writes hundredths.
std::string with_tenths(const std::string& svg) {
  constexpr std::string_view kPath = " d='";
  std::string out;
  std::size_t from = 0;
  for (std::size_t begin; (begin = svg.find(kPath, from)) != std::string::npos;) {
    begin += kPath.size();
    const std::size_t end = std::min(svg.find('\'', begin), svg.size());
    out.append(svg, from, begin - from);
    for (std::size_t at = begin; at < end;) {
      const std::size_t after = std::min(svg.find_first_not_of("0123456789.", at), end);
      if (after == at) {
        out += svg[at++];
        continue;
      }
      char digits[32];
      const double tenths = std::round(10 * std::strtod(svg.c_str() + at, nullptr)) / 10;
      out.append(digits, std::to_chars(digits, digits + sizeof digits, tenths).ptr);
      at = after;
    }
    from = end;
  }
  return out.append(svg, from);
}

/// gnuplot opens a group for every stroke and says in each what SVG takes for granted, and many are
/// empty: a third of a file; every file has filters for boxes around words, and its images are
/// three times as large as they need be.
void drop_defaults(const fs::path& file, const Drawing& drawing, const std::string& mark) {
  std::string svg = with_own_images(content_of(file), drawing);
  svg =
      std::regex_replace(svg, std::regex(R"( stroke-linecap="butt" stroke-linejoin="miter")"), "");
  svg = std::regex_replace(svg, std::regex(R"( color="black")"), "");
  svg = std::regex_replace(svg, std::regex(R"(<g [^>]*>\s*</g>\s*)"), "");
  svg = with_tenths(std::regex_replace(svg, std::regex(R"(\n\s+)"), "\n"));
  if (svg.find("url(#") == std::string::npos)
    svg =
        std::regex_replace(svg, std::regex(R"(<filter [^>]*>\s*(<fe[^>]*>\s*)*</filter>\s*)"), "");
  if (!(std::ofstream(file) << svg << mark << std::flush))
    throw std::runtime_error("cannot write " + file.string());
}

/// A folder beside the figures, which goes with what is in it.
class Scratch {
 public:
  explicit Scratch(fs::path path) : path_(std::move(path)) {
    fs::remove_all(path_);  // of a program that was killed
    fs::create_directory(path_);
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// The colours of series as the page has them, which differ on light and on dark paper. A scale of
/// colours stays as it is drawn, so that its lightness rises all the way.
std::string with_page_colours(const std::string& svg, const Figure& figure) {
  if (std::any_of(figure.panels.begin(), figure.panels.end(),
                  [](const Panel& panel) { return panel.ordered; }))
    return svg;
  std::map<std::array<int, 3>, std::string> names;
  for (std::size_t i = 0; i < kDistinct.size(); ++i) {
    const std::string rgb = kDistinct[i];
    const auto part = [&](std::size_t at) { return std::stoi(rgb.substr(at, 2), nullptr, 16); };
    names[{part(1), part(3), part(5)}] = "var(--s" + std::to_string(i) + ")";
  }
  static const std::regex kColour(R"((['"])rgb\( *(\d{1,3}), *(\d{1,3}), *(\d{1,3})\)\1)");
  std::string out;
  auto rest = svg.begin();
  for (std::sregex_iterator found(svg.begin(), svg.end(), kColour), end; found != end; ++found) {
    const std::smatch& match = *found;
    const auto part = [&](std::size_t group) { return std::stoi(match[group].str()); };
    const auto name = names.find({part(2), part(3), part(4)});
    out.append(rest, match[0].first);
    out += name == names.end() ? match[0].str() : match[1].str() + name->second + match[1].str();
    rest = match[0].second;
  }
  return out.append(rest, svg.end());
}

}  // namespace

std::string drawing_unavailable() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (!folder.empty() && access((fs::path(folder) / "gnuplot").c_str(), X_OK) == 0) return "";
  }
  return "gnuplot is not installed (Debian: gnuplot-nox)";
}

void draw(const Figure& figure, const fs::path& folder) {
  const Drawing drawing = lay_out(figure);
  const std::string mark = mark_of(drawing);
  const fs::path svg = folder / (figure.id + ".svg");
  if (fs::exists(folder / (figure.id + ".png")) && content_of(svg).ends_with(mark)) return;
  const Scratch scratch(folder / (figure.id + ".part"));
  if (have_matplot())
    draw_with_matplot(drawing, scratch.path());
  else
    draw_with_gnuplot(drawing, scratch.path());
  drop_defaults(scratch.path() / svg.filename(), drawing, mark);
  // The SVG file last: its mark says that both are whole.
  for (const char* ending : {".png", ".svg"})
    fs::rename(scratch.path() / (figure.id + ending), folder / (figure.id + ending));
}

std::string inline_svg(const fs::path& file, const Figure& figure) {
  std::string svg = content_of(file);
  const std::size_t begin = svg.find("<svg"), end = svg.rfind("</svg>");
  if (begin == std::string::npos || end == std::string::npos)
    throw std::runtime_error(file.string() + ": no drawing");
  svg = svg.substr(begin, end + 6 - begin);
  // Every pattern begins with the quote of an attribute or an element's '<': words that are drawn
  // stay as they are.
  const auto replace = [&](const std::string& pattern, const std::string& by) {
    svg = std::regex_replace(svg, std::regex(pattern), by);
  };
  const std::string own = slug(figure.id) + "-", title = escape_html(figure.title);
  const std::string label = title + (figure.lead.empty() ? "" : ". " + escape_html(figure.lead));
  replace(R"(<(title|desc)>[^<]*</\1>\s*)", "");
  replace(R"((\sid=['"]))", "$1" + own);
  replace(R"((href=['"]#))", "$1" + own);
  replace(R"((['"]url\(#))", "$1" + own);
  // The ink of the drawing, of gnuplot and of Matplot++'s axes.
  constexpr const char* kBlack = "#000000";
  constexpr const char* kMatplotInk = "#262626";
  replace("(['\"])(black|" + as_pattern(kInk) + "|" + as_pattern(kBlack) + "|" +
              as_pattern(kMatplotInk) + ")\\1",
          "$1currentColor$1");
  replace("(['\"])" + as_pattern(kGrid) + "\\1", "$1var(--grid)$1");
  svg = with_page_colours(svg, figure);
  svg.insert(4, " role=\"img\" aria-label=\"" + label + "\"");
  svg.insert(svg.find('>') + 1, "<title>" + title + "</title>");
  return svg;
}

}  // namespace tycho::report
