#include "harness/report/light_svg.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <regex>
#include <set>

#include "harness/report/polyline.hpp"
#include "harness/report/svg_tree.hpp"

namespace tycho::report {

namespace {

using Styles = std::map<std::string, std::string>;

// What an element takes from those around it.
constexpr std::array<const char*, 9> kInherited{"fill",        "stroke",         "stroke-width",
                                                "color",       "stroke-linecap", "stroke-linejoin",
                                                "font-family", "font-size",      "text-anchor"};

/// "rgb( 51,  51,  52)" as "#333334"; "14.00" as "14".
std::string plain_value(const std::string& value) {
  int red = 0, green = 0, blue = 0;
  if (std::sscanf(value.c_str(), "rgb(%d,%d,%d)", &red, &green, &blue) == 3) {
    std::array<char, 32> hex{};
    std::snprintf(hex.data(), hex.size(), "#%02x%02x%02x", red & 255, green & 255, blue & 255);
    return hex.data();
  }
  static const std::regex kZeros(R"((\d)\.0+(?!\d)|(\.\d*[1-9])0+(?!\d))");
  return std::regex_replace(value, kZeros, "$1$2");
}

std::string light_points(const std::string& points) {
  static const std::regex kNumber(R"(-?[0-9.]+)");
  std::string light;
  for (std::sregex_iterator at(points.begin(), points.end(), kNumber), end; at != end; ++at)
    light += (light.empty() ? "" : " ") + tenths(std::stod(at->str()));
  return light;
}

/// Values without what they say twice. Markers are drawn in units of their own size, far larger
/// than a pixel: what `defs` holds keeps its digits.
void lighten_values(SvgNode& node) {
  if (node.tag == "defs") return;
  for (auto& [name, value] : node.attributes) {
    if (name == "d")
      value = light_path(value);
    else if (name == "points")
      value = light_points(value);
    else if (name != "href" && name != "xlink:href")
      value = plain_value(value);
  }
  node.erase("class");  // gnuplot's names for scripts that are not there
  if (node.tag == "g") node.erase("id");
  for (SvgNode& child : node.children) lighten_values(child);
}

bool draws_nothing(const SvgNode& node) {
  if (node.tag == "g") return node.children.empty();
  if (node.tag == "path") return node.find("d") && node.find("d")->empty();
  // A name that gnuplot made up would show as a tooltip.
  return node.tag == "title" && !node.children.empty() &&
         node.children.front().text.rfind("gnuplot_plot", 0) == 0;
}

void drop_empty(SvgNode& node) {
  for (SvgNode& child : node.children) drop_empty(child);
  std::erase_if(node.children, draws_nothing);
}

void count_styles(const SvgNode& node, std::map<std::string, std::map<std::string, int>>& counts) {
  if (node.tag == "defs") return;
  for (const char* name : kInherited)
    if (const std::string* value = node.find(name)) ++counts[name][*value];
  for (const SvgNode& child : node.children) count_styles(child, counts);
}

/// The commonest of each style, said once for all of the canvas.
void hoist_styles(SvgNode& canvas) {
  // What stands outside the groups has inherited none of them so far.
  for (SvgNode& child : canvas.children)
    if (child.tag != "g" && child.tag != "defs" && child.tag != "title" && !child.find("stroke"))
      child.attributes.emplace_back("stroke", "none");
  std::map<std::string, std::map<std::string, int>> counts;
  count_styles(canvas, counts);
  for (const auto& [name, values] : counts) {
    if (name == "text-anchor" || canvas.find(name)) continue;
    const auto commonest =
        std::max_element(values.begin(), values.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    canvas.attributes.emplace_back(name, commonest->first);
  }
}

void drop_inherited(SvgNode& node, Styles around) {
  // A marker takes its styles from where it is used, not from what is around its definition.
  if (node.tag == "defs") return;
  for (const char* name : kInherited) {
    const std::string* value = node.find(name);
    if (!value) continue;
    const auto outer = around.find(name);
    if (outer != around.end() && outer->second == *value)
      node.erase(name);
    else
      around[name] = *value;
  }
  for (SvgNode& child : node.children) drop_inherited(child, around);
}

/// A group that says nothing gives way to its children; one with a single child to that child.
void unwrap(SvgNode& node) {
  std::vector<SvgNode> flat;
  for (SvgNode& child : node.children) {
    unwrap(child);
    const bool group = child.tag == "g" || child.tag == "tspan";
    if (group && child.attributes.empty()) {
      std::move(child.children.begin(), child.children.end(), std::back_inserter(flat));
      continue;
    }
    const bool single = child.tag == "g" && child.children.size() == 1 &&
                        !child.children.front().tag.empty() &&
                        !(child.find("transform") && child.children.front().find("transform"));
    if (single) {
      SvgNode only = std::move(child.children.front());
      for (auto& attribute : child.attributes)
        if (!only.find(attribute.first)) only.attributes.push_back(std::move(attribute));
      child = std::move(only);
    }
    flat.push_back(std::move(child));
  }
  node.children = std::move(flat);
}

void collect_uses(const SvgNode& node, std::set<std::string>& used) {
  for (const auto& [name, value] : node.attributes) {
    const std::size_t sign = value.find('#');
    if (sign == std::string::npos) continue;
    if (name == "xlink:href" || name == "href") used.insert(value.substr(sign + 1));
    if (value.rfind("url(#", 0) == 0) used.insert(value.substr(5, value.find(')') - 5));
  }
  for (const SvgNode& child : node.children) collect_uses(child, used);
}

void drop_unused(SvgNode& node, const std::set<std::string>& used) {
  if (node.tag == "defs")
    std::erase_if(node.children, [&](const SvgNode& child) {
      const std::string* id = child.find("id");
      return id && !used.count(*id);
    });
  for (SvgNode& child : node.children) drop_unused(child, used);
}

}  // namespace

std::string light_svg(const std::string& svg) {
  SvgNode root = parse_svg(svg);
  std::erase_if(root.children,
                [](const SvgNode& child) { return child.tag == "title" || child.tag == "desc"; });
  lighten_values(root);
  drop_empty(root);
  for (SvgNode& canvas : root.children) {
    if (canvas.tag != "g") continue;
    hoist_styles(canvas);
    for (SvgNode& child : canvas.children) {
      Styles around;
      for (const auto& [name, value] : canvas.attributes) around[name] = value;
      drop_inherited(child, around);
    }
    unwrap(canvas);
  }
  // A marker may be made of another: what only unused ones use goes with them.
  for (int pass = 0; pass < 2; ++pass) {
    std::set<std::string> used;
    collect_uses(root, used);
    drop_unused(root, used);
  }
  return to_text(root) + "\n";
}

}  // namespace tycho::report
