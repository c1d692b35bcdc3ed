// The page: everything inline, every text escaped.
#include <algorithm>

#include "harness/report/document.hpp"
#include "harness/report/page_style.hpp"

namespace tycho::report {

namespace {

const char* css_class(Tone tone) {
  switch (tone) {
    case Tone::kExtrapolated:
      return "extrapolated";
    case Tone::kNoisy:
      return "noisy";
    case Tone::kSkipped:
      return "skipped";
    case Tone::kGood:
      return "good";
    case Tone::kBad:
      return "bad";
    case Tone::kWarning:
      return "warning";
    case Tone::kMeasured:
    case Tone::kPlain:
      break;
  }
  return "";
}

std::string with_note(const std::string& text, const std::string& note) {
  return escape_html(text) + (note.empty() ? "" : "<small>" + escape_html(note) + "</small>");
}

bool same(const Cell& a, const Cell& b) { return a.text == b.text && a.note == b.note; }

/// Takes out the columns whose cells are all alike, and returns the text of these cells.
std::string take_shared(Table& table) {
  std::string said;
  if (table.rows.empty()) return said;
  for (std::size_t c = table.columns.size(); c-- > 1;) {
    const Cell first = table.rows.front()[c];
    if (!std::all_of(table.rows.begin(), table.rows.end(),
                     [&](const auto& row) { return same(row[c], first); }))
      continue;
    const std::string text = first.text + (first.note.empty() ? "" : " (" + first.note + ")");
    if (!text.empty())
      said = table.columns[c].title + " " + text + (said.empty() ? "" : "; ") + said;
    const auto index = static_cast<std::ptrdiff_t>(c);
    table.columns.erase(table.columns.begin() + index);
    for (auto& row : table.rows) row.erase(row.begin() + index);
  }
  return said;
}

std::string open_cell(const char* tag, bool numeric, Tone tone, std::size_t span = 1) {
  std::string classes = numeric ? "num" : "";
  if (const std::string tone_class = css_class(tone); !tone_class.empty())
    classes += (classes.empty() ? "" : " ") + tone_class;
  // Without quotes where there is but one word, as in nearly every cell.
  const char* quote = classes.find(' ') == std::string::npos ? "" : "\"";
  return std::string("<") + tag + (classes.empty() ? "" : " class=" + (quote + classes) + quote) +
         (span > 1 ? " rowspan=" + std::to_string(span) : "") + ">";
}

struct PageWriter {
  std::string out;

  void operator()(const Heading& heading) {
    const std::string tag = "h" + std::to_string(heading.level);
    out += "<" + tag + " id=\"" + slug(heading.anchor) + "\">" + escape_html(heading.text) + "</" +
           tag + ">\n";
  }
  void operator()(const Paragraph& paragraph) {
    out += "<p>" + escape_html(paragraph.text) + "</p>\n";
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
    const std::string caption = escape_html(table.caption);
    if (!table.folded) {
      if (!caption.empty()) out += "<p class=\"caption\">" + caption + "</p>\n";
      rows(table);
      return;
    }
    out += "<details><summary>" + caption + " (" + std::to_string(table.rows.size()) +
           " rows)</summary>\n";
    Table differing = table;
    const std::string shared = take_shared(differing);
    if (!shared.empty()) out += "<p>In every row: " + escape_html(shared) + ".</p>\n";
    rows(differing);
    out += "</details>\n";
  }
  // HTML needs no end tags of rows and cells, and these are most of a page's elements.
  void rows(const Table& table) {
    out += "<div class=\"scroll\"><table>\n<thead><tr>";
    for (const Column& column : table.columns)
      out += open_cell("th", column.numeric, Tone::kPlain) + with_note(column.title, column.note);
    out += "</thead>\n<tbody>\n";
    std::size_t spanned = 0;  // rows still to come that the first cell stands for
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      const auto& row = table.rows[r];
      out += "<tr>";
      for (std::size_t i = 0; i < row.size(); ++i) {
        const bool numeric = i < table.columns.size() && table.columns[i].numeric;
        std::size_t span = 1;
        if (i == 0 && table.folded) {
          if (spanned > 0 && spanned--) continue;
          while (r + span < table.rows.size() && same(table.rows[r + span][0], row[0])) ++span;
          spanned = span - 1;
        }
        out += open_cell("td", numeric, row[i].tone, span) + with_note(row[i].text, row[i].note);
      }
      out += "\n";
    }
    out += "</table></div>\n";
  }
  void operator()(const Picture& picture) {
    if (!picture.absent.empty()) {
      out += "<div class=\"notice warning\">" + escape_html(picture.title) + ": not drawn, " +
             escape_html(picture.absent) + "</div>\n";
      return;
    }
    out += "<figure id=\"figure-" + slug(picture.id) + "\">\n" + picture.svg + "\n<figcaption>" +
           escape_html(picture.caption) + "</figcaption></figure>\n";
  }
};

std::string link_to(const Heading& heading) {
  return "<a href=\"#" + slug(heading.anchor) + "\">" + escape_html(heading.text) + "</a>";
}

/// The headings of level 2, each with those of level 3 below it, folded: papers have dozens.
std::string contents(const Document& document) {
  std::vector<std::pair<const Heading*, std::vector<const Heading*>>> chapters;
  for (const Block& block : document.blocks) {
    const Heading* heading = std::get_if<Heading>(&block);
    if (!heading || heading->level > 3) continue;
    if (heading->level == 2 || chapters.empty())
      chapters.push_back({heading, {}});
    else
      chapters.back().second.push_back(heading);
  }
  std::string out = "<nav aria-label=\"Contents\"><ul>\n";
  for (const auto& [chapter, sections] : chapters) {
    out += "<li>";
    if (sections.empty()) {
      out += link_to(*chapter);
    } else {
      out += "<details><summary>" + link_to(*chapter) + "</summary><ul>\n";
      for (const Heading* section : sections) out += "<li>" + link_to(*section) + "\n";
      out += "</ul></details>";
    }
    out += "\n";
  }
  return out + "</ul></nav>\n";
}

}  // namespace

std::string html(const Document& document) {
  PageWriter writer;
  writer.out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>" +
      escape_html(document.title) + "</title>\n<style>" + kPageStyle +
      "</style>\n</head>\n<body>\n<main>\n<h1>" + escape_html(document.title) + "</h1>\n";
  bool listed = false;
  for (const Block& block : document.blocks) {
    // The verdicts come first, the contents after them.
    if (!listed && std::holds_alternative<Heading>(block)) {
      writer.out += contents(document);
      listed = true;
    }
    std::visit(writer, block);
  }
  writer.out += "</main>\n</body>\n</html>\n";
  return std::move(writer.out);
}

}  // namespace tycho::report
