#include "harness/report/svg_tree.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace tycho::report {

namespace {

constexpr std::string_view kBlank = " \t\r\n";

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text), at_(text.find("<svg")) {
    if (at_ == std::string::npos) fail("no <svg> element");
  }
  SvgNode element() {
    SvgNode node;
    ++at_;  // '<'
    node.tag = until(std::string(kBlank) + "/>");
    for (skip_blank(); peek() != '/' && peek() != '>'; skip_blank()) {
      std::string name = until("= \t\r\n");
      skip_blank();
      expect('=');
      skip_blank();
      const char quote = peek();
      if (quote != '"' && quote != '\'') fail("an attribute without quotes");
      ++at_;
      node.attributes.emplace_back(std::move(name), until(std::string(1, quote)));
      ++at_;
    }
    if (peek() == '/') {
      ++at_;
      expect('>');
      return node;
    }
    expect('>');
    children(node);
    return node;
  }

 private:
  void children(SvgNode& node) {
    const bool words = node.tag == "text" || node.tag == "tspan";
    while (true) {
      std::string text = until("<");
      if (words || text.find_first_not_of(kBlank) != std::string::npos)
        if (!text.empty()) node.children.push_back({"", {}, {}, std::move(text)});
      if (text_.compare(at_, 4, "<!--") == 0) {
        at_ = text_.find("-->", at_);
        if (at_ == std::string::npos) fail("a comment without an end");
        at_ += 3;
      } else if (text_.compare(at_, 2, "</") == 0) {
        at_ += 2;
        if (until(std::string(kBlank) + ">") != node.tag) fail("<" + node.tag + "> is not closed");
        skip_blank();
        expect('>');
        return;
      } else {
        node.children.push_back(element());
      }
    }
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void expect(char wanted) {
    if (peek() != wanted) fail(std::string("no '") + wanted + "' where one is due");
    ++at_;
  }
  void skip_blank() {
    at_ = std::min(text_.find_first_not_of(kBlank, at_), text_.size());
    if (at_ == text_.size()) fail("it ends inside an element");
  }
  std::string until(const std::string& ends) {
    const std::size_t from = at_;
    at_ = text_.find_first_of(ends, from);
    if (at_ == std::string::npos) fail("it ends inside an element");
    return text_.substr(from, at_ - from);
  }
  [[noreturn]] static void fail(const std::string& why) {
    throw std::runtime_error("the drawing is not well-formed SVG: " + why);
  }

  const std::string& text_;
  std::size_t at_;
};

void write(const SvgNode& node, std::string& out) {
  if (node.tag.empty()) {
    out += node.text;
    return;
  }
  out += "<" + node.tag;
  for (const auto& [name, value] : node.attributes) {
    const char quote = value.find('"') == std::string::npos ? '"' : '\'';
    out += " " + name + "=" + quote + value + quote;
  }
  if (node.children.empty()) {
    out += "/>";
    return;
  }
  out += ">";
  for (const SvgNode& child : node.children) write(child, out);
  out += "</" + node.tag + ">";
}

}  // namespace

const std::string* SvgNode::find(const std::string& name) const {
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [&](const auto& attribute) { return attribute.first == name; });
  return found == attributes.end() ? nullptr : &found->second;
}

std::string* SvgNode::find(const std::string& name) {
  return const_cast<std::string*>(std::as_const(*this).find(name));
}

void SvgNode::erase(const std::string& name) {
  std::erase_if(attributes, [&](const auto& attribute) { return attribute.first == name; });
}

SvgNode parse_svg(const std::string& text) { return Parser(text).element(); }

std::string to_text(const SvgNode& node) {
  std::string out;
  write(node, out);
  return out;
}

}  // namespace tycho::report
