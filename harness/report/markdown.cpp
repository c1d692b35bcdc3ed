#include <string_view>
#include <utility>

#include "harness/report/document.hpp"
#include "harness/result/plural.hpp"

namespace tycho::report {

namespace {

// Markdown passes HTML through and gives meaning to these; a backslash takes it away again.
std::string plain(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '\n') {
      escaped += ' ';
    } else {
      if (std::string_view("\\`*_[]|#").find(c) != std::string_view::npos) escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

std::string cell_text(const Cell& cell) {
  std::string text = plain(cell.text);
  if (cell.tone == Tone::kBad || cell.tone == Tone::kGood) text = "**" + text + "**";
  return cell.note.empty() ? text : text + " (" + plain(cell.note) + ")";
}

struct MarkdownWriter {
  std::string out;

  void operator()(const Heading& heading) {
    out += std::string(static_cast<std::size_t>(heading.level), '#') + " " + plain(heading.text) +
           "\n\n";
  }
  void operator()(const Paragraph& paragraph) { out += plain(paragraph.text) + "\n\n"; }
  void operator()(const Prose& prose) {
    for (const Prose::Piece& piece : prose.pieces)
      out += piece.link.empty() ? plain(piece.text)
                                : "[" + plain(piece.text) + "](" + piece.link + ")";
    out += "\n\n";
  }
  void operator()(const List& list) {
    for (const std::string& item : list.items) out += "- " + plain(item) + "\n";
    out += "\n";
  }
  void operator()(const Notice& notice) { out += "> **" + plain(notice.text) + "**\n\n"; }
  void operator()(const Facts& facts) {
    for (const auto& fact : facts.facts) {
      out += "- " + plain(fact.name) + ": **" + plain(fact.value) + "**";
      out += (fact.note.empty() ? "" : " (" + plain(fact.note) + ")") + "\n";
    }
    out += "\n";
  }
  void operator()(const Table& table) {
    if (!table.caption.empty()) out += "**" + plain(table.caption) + "**\n\n";
    if (table.folded) {
      out += result::plural(table.rows.size(), "row") + ": [tables/" + table.id + ".csv](tables/" +
             table.id + ".csv)\n\n";
      return;
    }
    out += "|";
    for (const Column& column : table.columns)
      out += " " + cell_text({column.title, column.note}) + " |";
    out += "\n|";
    for (const Column& column : table.columns) out += column.numeric ? "---:|" : "---|";
    out += "\n";
    for (const auto& row : table.rows) {
      out += "|";
      for (const Cell& cell : row) out += " " + cell_text(cell) + " |";
      out += "\n";
    }
    out += "\n";
    for (const std::string& note : table.notes) out += plain(note) + "\n\n";
  }
  void operator()(const Hero& hero) {
    (*this)(hero.table);
    if (!hero.picture.svg.empty()) (*this)(hero.picture);
    (*this)(hero.earlier);
  }
  void operator()(const Strip& strip) {
    for (const Picture& picture : strip.pictures) (*this)(picture);
    if (!strip.note.empty()) out += plain(strip.note) + "\n\n";
  }
  void operator()(const Cards& cards) {
    for (const Cards::Card& card : cards.cards)
      out += "- [" + plain(card.title) + "](" + card.link + "): " + plain(card.text) + "\n";
    out += "\n";
  }
  void operator()(const Picture& picture) {
    if (!picture.absent.empty()) {
      out += "> " + plain(picture.title) + ": not drawn, " + plain(picture.absent) + "\n\n";
      return;
    }
    out += "![" + plain(picture.title) + "](figures/" + picture.id + ".svg)\n\n" +
           plain(picture.caption) + "\n\n";
  }
};

}  // namespace

std::string markdown(const Site& site) {
  MarkdownWriter writer;
  for (const Page& page : site.pages) {
    writer.out += "# " + plain(page.title) + "\n\n";
    for (const Block& block : page.blocks) std::visit(writer, block);
  }
  return std::move(writer.out);
}

std::string markdown(const Table& table) {
  MarkdownWriter writer;
  writer(table);
  return std::move(writer.out);
}

}  // namespace tycho::report
