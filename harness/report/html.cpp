// The pages: style and drawings inline, every text escaped.
#include <algorithm>
#include <cstdlib>
#include <set>

#include "harness/report/document.hpp"
#include "harness/report/html_table.hpp"
#include "harness/report/page_script.hpp"
#include "harness/report/page_style.hpp"

namespace tycho::report {

namespace {

/// Whether the letters of a drawing can be read on a page that is printed upright: a wider one is
/// printed across a turned page, but for what is too high for that.
bool fits_upright(const std::string& svg) {
  constexpr double kWidest = 925, kHighest = 0.65;  // of the width
  const std::string box = "viewBox=\"0 0 ";
  const std::size_t at = svg.find(box);
  if (at == std::string::npos) return true;
  char* end = nullptr;
  const double width = std::strtod(svg.c_str() + at + box.size(), &end);
  const double height = std::strtod(end, nullptr);
  return width <= kWidest || height > kHighest * width;
}

/// Where a link leads, from a page of a site or within the one page of a single file.
struct Links {
  bool single = false;

  std::string to(const std::string& link) const {
    if (!single) return link;
    const std::size_t hash = link.find('#');
    if (hash != std::string::npos) return link.substr(hash);
    const std::size_t dot = link.rfind(".html");
    return "#page-" + slug(dot == std::string::npos ? link : link.substr(0, dot));
  }
  std::string around(const std::string& link, const std::string& inner) const {
    // A single file has no files beside it.
    if (link.empty() || (single && link.ends_with(".csv"))) return inner;
    return "<a href=\"" + escape_html(to(link)) + "\">" + inner + "</a>";
  }
};

struct PageWriter {
  std::string out;
  Links links;
  std::string heading;  // the last: the caption of a table that has none of its own

  void operator()(const Heading& heading_block) {
    const std::string tag = "h" + std::to_string(heading_block.level);
    heading = heading_block.text;
    out += "<" + tag + " id=\"" + slug(heading_block.anchor) + "\">" +
           escape_html(heading_block.text) + "</" + tag + ">\n";
  }
  void operator()(const Paragraph& paragraph) {
    const char* tag = paragraph.voice == Voice::kLead    ? "<p class=lead>"
                      : paragraph.voice == Voice::kAside ? "<p class=below>"
                                                         : "<p>";
    out += tag + escape_html(paragraph.text) + "</p>\n";
  }
  void operator()(const Prose& prose) {
    out += "<p class=prose>";
    for (const Prose::Piece& piece : prose.pieces)
      out += links.around(piece.link, escape_html(piece.text));
    out += "</p>\n";
  }
  void operator()(const List& list) {
    out += "<ul>\n";
    for (const std::string& item : list.items) out += "<li>" + escape_html(item) + "</li>\n";
    out += "</ul>\n";
  }
  void operator()(const Notice& notice) {
    out += std::string("<div class=\"notice ") + css_class(notice.tone) + "\">" +
           escape_html(notice.text) + "</div>\n";
  }
  void operator()(const Facts& facts) {
    out += "<div class=\"facts\">\n";
    for (const auto& fact : facts.facts) {
      out += std::string("<div class=\"fact ") + css_class(fact.tone) + "\"><span>" +
             escape_html(fact.name) + "</span><b>" + escape_html(fact.value) + "</b><span>" +
             escape_html(fact.note) + "</span></div>\n";
    }
    out += "</div>\n";
  }
  void operator()(const Table& table) {
    const auto link = [&](const std::string& to) { return links.to(to); };
    out += html_table(table, heading, links.single, link);
  }
  /// A drawing that is wider than a phone scrolls, and so must take the keyboard's arrows; one of a
  /// strip fits.
  void figure(const Picture& picture, const char* attributes) {
    if (!picture.absent.empty()) {
      out += "<div class=\"notice warning\">" + escape_html(picture.title) + ": not drawn, " +
             escape_html(picture.absent) + "</div>\n";
      return;
    }
    out += "<figure id=\"figure-" + slug(picture.id) + "\"" + attributes + ">\n" +
           links.around(picture.link, picture.svg) + "\n<figcaption>" +
           escape_html(picture.caption) + "</figcaption></figure>\n";
  }
  void operator()(const Picture& picture) {
    figure(picture, fits_upright(picture.svg) ? " class=wide tabindex=0"
                                              : " class=\"wide turned\" tabindex=0");
  }
  void operator()(const Hero& hero) {
    const bool pictured = !hero.picture.svg.empty() || !hero.picture.absent.empty();
    out += std::string("<div class=\"hero") + (pictured ? "" : " alone") + "\">\n<div>\n";
    (*this)(hero.table);
    out += "</div>\n";
    if (pictured) {
      out += "<div>\n";
      figure(hero.picture, "");
      if (!hero.earlier.pictures.empty()) (*this)(hero.earlier);
      out += "</div>\n";
    }
    out += "</div>\n";
  }
  void operator()(const Strip& strip) {
    out += std::string("<div class=\"strip") + (strip.of_times ? " times" : "") + "\">\n";
    for (const Picture& picture : strip.pictures) figure(picture, "");
    out += "</div>\n";
    if (!strip.note.empty()) out += "<p class=below>" + escape_html(strip.note) + "</p>\n";
  }
  void operator()(const Cards& cards) {
    out += "<div class=\"cards\">\n";
    for (const Cards::Card& card : cards.cards)
      out += "<section class=\"card\"><h3>" + links.around(card.link, escape_html(card.title)) +
             "</h3><p>" + escape_html(card.text) + "</p></section>\n";
    out += "</div>\n";
  }
};

/// The pages of the site, those that belong to one below it; then the headings of this page.
std::string contents(const Page& page, const Site& site, const Links& links) {
  std::string out = "<nav aria-label=\"Contents\"><ul>\n";
  const std::string whole = page.part_of.empty() ? page.file : page.part_of;
  for (const Page& other : site.pages) {
    const bool own = other.file == page.file;
    // Pages of a part are listed where the reader is in it.
    if (!other.part_of.empty() && other.part_of != whole && !own) continue;
    out += std::string("<li") + (other.part_of.empty() ? "" : " class=part") + "><a href=\"" +
           escape_html(links.to(other.file)) + "\"" + (own ? " aria-current=\"page\"" : "") + ">" +
           escape_html(other.name) + "</a>\n";
  }
  std::string list;
  for (const Block& block : page.blocks)
    if (const Heading* heading = std::get_if<Heading>(&block); heading && heading->level == 2)
      list +=
          "<li><a href=\"#" + slug(heading->anchor) + "\">" + escape_html(heading->text) + "</a>\n";
  if (!list.empty() && !page.front) out += "</ul><ul class=\"here\">\n" + list;
  return out + "</ul></nav>\n";
}

bool is_searched(const Page& page) {
  return std::any_of(page.blocks.begin(), page.blocks.end(), [](const Block& block) {
    const Table* table = std::get_if<Table>(&block);
    return table && table->searched;
  });
}

std::string head(const std::string& title) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<link rel=\"icon\" href=\"data:,\">\n<title>" +
         escape_html(title) + "</title>\n<style>" + kPageStyle + "</style>\n</head>\n";
}

}  // namespace

std::string html(const Page& page, const Site& site) {
  PageWriter writer;
  writer.out = head(page.front ? page.title : page.name + " - " + site.title) + "<body class=\"" +
               (page.front ? "front" : "inner") + "\">\n" + contents(page, site, writer.links) +
               "<main>\n<h1>" + escape_html(page.title) + "</h1>\n";
  writer.heading = page.title;
  for (const Block& block : page.blocks) std::visit(writer, block);
  writer.out += "</main>\n";
  if (is_searched(page)) writer.out += std::string("<script>") + kPageScript + "</script>\n";
  writer.out += "</body>\n</html>\n";
  return std::move(writer.out);
}

std::string single_html(const Site& site) {
  PageWriter writer;
  writer.links.single = true;
  writer.out = head(site.title) + "<body class=\"inner\">\n" +
               contents(site.pages.front(), site, writer.links) + "<main>\n";
  for (const Page& page : site.pages) {
    writer.heading = page.title;
    writer.out += "<section id=\"" + writer.links.to(page.file).substr(1) + "\">\n<h1>" +
                  escape_html(page.title) + "</h1>\n";
    for (const Block& block : page.blocks) std::visit(writer, block);
    writer.out += "</section>\n";
  }
  writer.out += "</main>\n</body>\n</html>\n";
  return std::move(writer.out);
}

std::vector<const Table*> tables_in(const Block& block) {
  const Table* table = std::get_if<Table>(&block);
  if (const Hero* hero = std::get_if<Hero>(&block)) table = &hero->table;
  if (!table || table->id.empty()) return {};
  return {table};
}

}  // namespace tycho::report
