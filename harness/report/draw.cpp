#include "harness/report/draw.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "harness/report/document.hpp"

namespace tycho::report {

namespace fs = std::filesystem;

namespace {

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

/// Cuts the element out, its content too.
void remove_element(std::string& text, const std::string& tag) {
  const std::size_t from = text.find("<" + tag);
  const std::string end = "</" + tag + ">";
  const std::size_t to = text.find(end, from == std::string::npos ? 0 : from);
  if (from != std::string::npos && to != std::string::npos)
    text.erase(from, to + end.size() - from);
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
  if (have_matplot())
    draw_with_matplot(figure, folder);
  else
    draw_with_gnuplot(figure, folder);
}

std::string inline_svg(const fs::path& file, const Figure& figure) {
  std::ifstream in(file);
  std::string svg((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  svg.erase(0, svg.find("<svg"));
  remove_element(svg, "title");
  remove_element(svg, "desc");
  // Two drawings on one page must not share ids.
  const std::string own = slug(figure.id) + "-";
  for (const char* quote : {"'", "\""}) {
    replace_all(svg, std::string("id=") + quote, std::string("id=") + quote + own);
    replace_all(svg, std::string("href=") + quote + "#", std::string("href=") + quote + "#" + own);
  }
  replace_all(svg, "url(#", "url(#" + own);
  for (const char* ink : {"rgb( 51,  51,  52)", "rgb(51,51,52)", "#333334", "black"})
    replace_all(svg, ink, "currentColor");
  for (const char* grid : {"rgb(221, 221, 224)", "rgb(221,221,224)", "#dddde0"})
    replace_all(svg, grid, "var(--grid)");
  const std::size_t open = svg.find('>');
  svg.insert(open + 1, "<title>" + escape_html(figure.title) + "</title>");
  svg.insert(4, " role=\"img\" aria-label=\"" + escape_html(figure.title) + "\"");
  return svg;
}

}  // namespace tycho::report
