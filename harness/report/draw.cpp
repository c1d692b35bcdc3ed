#include "harness/report/draw.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "harness/report/document.hpp"
#include "harness/report/light_svg.hpp"
#include "harness/report/svg_tree.hpp"

namespace tycho::report {

namespace fs = std::filesystem;

namespace {

/// Two drawings on one page must not share ids, and ink and grid follow the page's light or dark.
void adapt(SvgNode& node, const std::string& own) {
  for (auto& [name, value] : node.attributes) {
    if (name == "id")
      value = own + value;
    else if ((name == "href" || name == "xlink:href") && value.front() == '#')
      value = "#" + own + value.substr(1);
    else if (value.rfind("url(#", 0) == 0)
      value = "url(#" + own + value.substr(5);
    else if (value == kInk || value == "black")
      value = "currentColor";
    else if (value == kGrid)
      value = "var(--grid)";
  }
  for (SvgNode& child : node.children) adapt(child, own);
}

std::string content_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
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
  lighten(folder / (figure.id + ".svg"));
}

void lighten(const fs::path& file) {
  const std::string light = light_svg(content_of(file));
  std::ofstream(file) << light;
}

std::string inline_svg(const fs::path& file, const Figure& figure) {
  SvgNode svg = parse_svg(content_of(file));
  adapt(svg, slug(figure.id) + "-");
  const std::string title = escape_html(figure.title);
  svg.attributes.emplace_back("role", "img");
  svg.attributes.emplace_back("aria-label", title);
  svg.children.insert(svg.children.begin(), {"title", {}, {{"", {}, {}, title}}, ""});
  return to_text(svg);
}

}  // namespace tycho::report
