// A report before it is a site: pages of blocks of plain text. The HTML and the Markdown are
// written from the same pages, and escaping is theirs alone, so nothing here may hold markup.
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
  std::string link = {};  // a page, or "page.html#anchor"; empty: none
  std::string id = {};    // what programs call the same: the CSV has it instead of the text
};

struct Column {
  std::string title;
  std::string note;
  bool numeric = false;
  std::string unit = {};  // of its numbers, where the caption has it: in the head of the CSV
};

inline constexpr std::size_t kMostOpenRows = 12;  // of a table: a screen

struct Table {
  std::string id;  // of its CSV and LaTeX files; empty: it has none
  std::string caption;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
  bool folded = false;    // long: closed at first, and a link only in the Markdown
  bool searched = false;  // rows can be filtered and sorted, where the browser runs scripts
  /// Below the table: what its marks mean, and what is missing and why.
  std::vector<std::string> notes = {};
  std::string id_beside = {};  // what programs call the same: in small print after the caption
};

struct Heading {
  int level = 2;
  std::string text;
  std::string anchor;
};
enum class Voice {
  kPlain,
  kLead,   // what to see in an exhibit
  kAside,  // what to know of it beside: in small print
};
struct Paragraph {
  std::string text;
  Voice voice = Voice::kPlain;
};
/// A line of text with links in it.
struct Prose {
  struct Piece {
    std::string text;
    std::string link = {};  // as a cell's
  };
  std::vector<Piece> pieces;
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
  std::string svg;        // the drawing, or empty
  std::string absent;     // why there is none
  std::string link = {};  // as a cell's
};
/// Pictures in a row.
struct Strip {
  std::vector<Picture> pictures;
  bool of_times = false;  // of one run: small, with captions of a word or two
  std::string note = {};  // below them, on all
};
/// A table with a picture at its side, and below it the same at earlier times: the first screen.
struct Hero {
  Table table;
  Picture picture;
  Strip earlier = {};
};
/// A way into each page.
struct Cards {
  struct Card {
    std::string title, text, link;
  };
  std::vector<Card> cards;
};

using Block = std::variant<Heading, Paragraph, Prose, List, Notice, Facts, Table, Picture, Hero,
                           Strip, Cards>;

struct Page {
  std::string file;   // "aubert2009.html"
  std::string name;   // in the list of pages
  std::string title;  // its heading
  std::vector<Block> blocks;
  bool front = false;        // pages are listed above, not at the side
  std::string part_of = {};  // the file of the page it belongs to, which lists it; empty: of none
};

struct Site {
  std::string title;
  std::vector<Page> pages;  // the front first
};

/// One page with the ways to all others.
std::string html(const Page& page, const Site& site);
/// All pages in one, links between them leading to places in it.
std::string single_html(const Site& site);
std::string markdown(const Site& site);
std::string markdown(const Table& table);
/// The head of a column is its title, unit and note; of heads that are alike all but the first have
/// a number.
std::string csv(const Table& table);

/// Every table of a block that has a file of its own.
std::vector<const Table*> tables_in(const Block& block);

/// 512³ for 512^3, 1.2×10⁻⁷ for 1.2e-07.
std::string raise_powers(const std::string& text);
/// Text as HTML shows it, with powers raised: no character of it can open a tag, an attribute or an
/// entity.
std::string escape_html(const std::string& text);
/// A name as a file, an anchor or an id may bear it: letters, digits, '.', '-' and '_'.
std::string slug(const std::string& text);

}  // namespace tycho::report
