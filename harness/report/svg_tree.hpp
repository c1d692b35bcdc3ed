// An SVG drawing as a tree, as far as gnuplot's files need it: elements, attributes and text.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tycho::report {

struct SvgNode {
  std::string tag;  // empty: text
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<SvgNode> children;
  std::string text;  // as it stands in the file, its entities too

  /// The value of an attribute; nullptr where the element has not got it.
  std::string* find(const std::string& name);
  const std::string* find(const std::string& name) const;
  void erase(const std::string& name);
};

/// The <svg> element of a file, without comments, and without blanks between elements. Throws
/// std::runtime_error where the text is not well formed.
SvgNode parse_svg(const std::string& text);
std::string to_text(const SvgNode& node);

}  // namespace tycho::report
