// The page: everything inline, every text escaped.
#include "harness/report/document.hpp"
#include "harness/report/page_style.hpp"

namespace tycho::report {

namespace {

const char* css_class(Tone tone) {
  switch (tone) {
    case Tone::kExtrapolated:
      return "extrapolated";
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

std::string open_cell(const char* tag, bool numeric, Tone tone) {
  std::string classes = numeric ? "num" : "";
  if (const std::string tone_class = css_class(tone); !tone_class.empty())
    classes += (classes.empty() ? "" : " ") + tone_class;
  return std::string("<") + tag + (classes.empty() ? "" : " class=\"" + classes + "\"") + ">";
}

struct Writer {
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
    if (table.folded) {
      out += "<details><summary>" + caption + " (" + std::to_string(table.rows.size()) +
             " rows)</summary>\n";
    } else if (!caption.empty()) {
      out += "<p class=\"caption\">" + caption + "</p>\n";
    }
    out += "<div class=\"scroll\"><table>\n<thead><tr>";
    for (const Column& column : table.columns) {
      out += open_cell("th", column.numeric, Tone::kPlain) + with_note(column.title, column.note) +
             "</th>";
    }
    out += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
      out += "<tr>";
      for (std::size_t i = 0; i < row.size(); ++i) {
        const bool numeric = i < table.columns.size() && table.columns[i].numeric;
        out +=
            open_cell("td", numeric, row[i].tone) + with_note(row[i].text, row[i].note) + "</td>";
      }
      out += "</tr>\n";
    }
    out += "</tbody></table></div>\n";
    if (table.folded) out += "</details>\n";
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

/// The headings of level 2, each with those of level 3 below it.
std::string contents(const Document& document) {
  std::string out = "<nav aria-label=\"Contents\"><ul>\n";
  bool item = false, inner = false;
  for (const Block& block : document.blocks) {
    const Heading* heading = std::get_if<Heading>(&block);
    if (!heading || heading->level > 3) continue;
    if (heading->level == 3 && !inner) out += "<ul>";
    if (heading->level == 2) {
      if (inner) out += "</ul>";
      if (item) out += "</li>\n";
    }
    inner = heading->level == 3;
    item = true;
    out += "<li><a href=\"#" + slug(heading->anchor) + "\">" + escape_html(heading->text) + "</a>";
    if (inner) out += "</li>";
  }
  if (inner) out += "</ul>";
  if (item) out += "</li>\n";
  return out + "</ul></nav>\n";
}

}  // namespace

std::string html(const Document& document) {
  Writer writer;
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
