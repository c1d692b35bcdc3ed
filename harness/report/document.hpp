// A report before it is a page: blocks of plain text. The HTML and the Markdown are written from
// the same document, and escaping is theirs alone, so nothing here may hold markup.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tycho::report {

/// What a cell or a notice tells at a glance. Always said in words too: colour is no information
/// on paper.
enum class Tone { kPlain, kMeasured, kExtrapolated, kNoisy, kSkipped, kGood, kBad, kWarning };

struct Cell {
  std::string text;
  std::string note;  // in small print below the text
  Tone tone = Tone::kPlain;
};

struct Column {
  std::string title;
  std::string note;
  bool numeric = false;
};

struct Table {
  std::string id;  // of its CSV and LaTeX files; empty: it has none
  std::string caption;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
  bool folded = false;  // long: closed at first, and a link only in the Markdown
};

struct Heading {
  int level = 2;
  std::string text;
  std::string anchor;
};
struct Paragraph {
  std::string text;
};
struct List {
  std::vector<std::string> items;
};
struct Notice {
  Tone tone = Tone::kPlain;
  std::string text;
};
/// The verdicts: a few words each, with a number to remember.
struct Facts {
  struct Fact {
    std::string name, value, note;
    Tone tone = Tone::kPlain;
  };
  std::vector<Fact> facts;
};
struct Picture {
  std::string id;  // figures/<id>.svg and .png
  std::string title, caption;
  std::string svg;     // the drawing, or empty
  std::string absent;  // why there is none
};

using Block = std::variant<Heading, Paragraph, List, Notice, Facts, Table, Picture>;

struct Document {
  std::string title;
  std::vector<Block> blocks;
};

std::string html(const Document& document);
std::string markdown(const Document& document);
std::string csv(const Table& table);

/// Text as HTML shows it: no character of it can open a tag, an attribute or an entity.
std::string escape_html(const std::string& text);
/// A name as a file, an anchor or an id may bear it: letters, digits, '.', '-' and '_'.
std::string slug(const std::string& text);

}  // namespace tycho::report
