#include "harness/report/html_table.hpp"

#include <algorithm>
#include <cctype>

#include "core/joined.hpp"

namespace tycho::report {

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

namespace {

/// "2026-11-15" and "1.2×10⁻⁷", which a browser would break after the hyphen and the cross.
bool is_hyphened_number(std::string_view word) {
  if (word.find("\u00d710") != std::string_view::npos) return true;
  return word.find('-', 1) != std::string_view::npos &&
         word.find_first_of("0123456789") != std::string_view::npos &&
         word.find_first_not_of("0123456789.,;:e-+%()<>\u00b1\u2248") == std::string_view::npos;
}

/// A word that has room in no column may be broken between its parts, as the name of a run; not
/// within a part such as "n=8".
std::string with_breaks(const std::string& word) {
  constexpr std::size_t kLong = 12;
  // A number and its unit, which a space without a break joins, stay on one line.
  const bool is_number = !word.empty() && std::isdigit(static_cast<unsigned char>(word[0]));
  if (word.size() <= kLong || is_number) return escape_html(word);
  std::string out;
  for (std::size_t i = 0; i < word.size(); ++i) {
    out += escape_html(std::string(1, word[i]));
    const bool before_digit =
        i + 1 < word.size() && std::isdigit(static_cast<unsigned char>(word[i + 1]));
    const bool ends_part = word[i] == '/' || word[i] == '_' || word[i] == '>';
    if (ends_part || ((word[i] == '=' || word[i] == '(') && !before_digit)) out += "<wbr>";
  }
  return out;
}

/// "131,072" over one of many columns, whose heads may be broken anywhere else.
bool is_short_number(std::string_view word) {
  constexpr std::size_t kShort = 12;
  return word.size() <= kShort && word.find_first_of("0123456789") != std::string_view::npos;
}

enum class TablePart { kHead, kBody };

/// The text of a cell, with the places at which its lines may and may not be broken.
std::string cell_html(const std::string& given, TablePart place) {
  const std::string text = raise_powers(given);
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    const bool whole = place == TablePart::kHead ? is_short_number(word) : is_hyphened_number(word);
    out += whole ? "<span>" + escape_html(word) + "</span>" : with_breaks(word);
    if (end < text.size()) out += ' ';
    begin = end + 1;
  }
  return out;
}

std::string with_note(const std::string& text, const std::string& note,
                      TablePart place = TablePart::kBody) {
  return cell_html(text, place) +
         (note.empty() ? "" : "<small>" + cell_html(note, place) + "</small>");
}

/// A number keeps its unit beside it: "6.97 ms" is never broken, "1 ms to 2 ms" only around "to".
std::string kept_together(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool unit = text[i] == ' ' && i > 0 && i + 1 < text.size() &&
                      std::isdigit(static_cast<unsigned char>(text[i - 1])) &&
                      text.compare(i, 4, " to ") != 0 && text.compare(i, 4, " of ") != 0;
    out += unit ? "\u00a0" : std::string(1, text[i]);
  }
  return out;
}

bool same(const Cell& a, const Cell& b) { return a.text == b.text && a.note == b.note; }

/// Takes out the columns whose cells are all alike, and returns the text of these cells.
std::string take_shared(Table& table) {
  std::string said;
  if (table.rows.size() < 2) return said;
  for (std::size_t c = table.columns.size(); c-- > 1;) {
    const Cell first = table.rows.front()[c];
    if (!std::all_of(table.rows.begin(), table.rows.end(),
                     [&](const auto& row) { return same(row[c], first); }))
      continue;
    const std::string text = first.text + (first.note.empty() ? "" : " (" + first.note + ")");
    // "256 0" out of a row of sizes says nothing.
    const std::string& title = table.columns[c].title;
    if (!text.empty() && !title.empty() && std::isdigit(static_cast<unsigned char>(title[0])))
      continue;
    if (!text.empty())
      said = table.columns[c].title + " " + text + (said.empty() ? "" : "; ") + said;
    const auto index = static_cast<std::ptrdiff_t>(c);
    table.columns.erase(table.columns.begin() + index);
    for (auto& row : table.rows) row.erase(row.begin() + index);
  }
  return said;
}

/// The class of a table: what its rows are for, or that its columns must stand close; turned where
/// it is printed across a turned page, since upright its letters could not be read.
std::string table_class(const Table& table, bool words) {
  constexpr std::size_t kMany = 7, kMostUpright = 10, kVeryMany = 11, kMostSearchedUpright = 9;
  const std::size_t columns = table.columns.size();
  if (table.searched) return columns > kMostSearchedUpright ? "searched turned" : "searched";
  if (words) return "words";
  return columns > kVeryMany      ? "wide wider turned"
         : columns > kMostUpright ? "wide turned"
         : columns > kMany        ? "wide"
                                  : "";
}

/// Whether a first cell stands for all the rows below it that begin alike.
bool is_grouped(const Table& table) {
  return table.folded && !table.searched &&
         std::adjacent_find(table.rows.begin(), table.rows.end(), [](const auto& a, const auto& b) {
           return same(a[0], b[0]);
         }) != table.rows.end();
}

/// A table of sentences: on a phone every row stands as a card, no column is off the screen. Rows
/// that share a first cell cannot.
bool is_of_words(const Table& table) {
  if (is_grouped(table)) return false;
  const auto numeric = std::count_if(table.columns.begin(), table.columns.end(),
                                     [](const Column& column) { return column.numeric; });
  return !table.searched && table.columns.size() > 2 &&
         2 * numeric <= static_cast<std::ptrdiff_t>(table.columns.size());
}

// Without quotes where there is but one word, as in nearly every cell.
std::string attribute_class(const std::string& classes) {
  if (classes.empty()) return "";
  const char* quote = classes.find(' ') == std::string::npos ? "" : "\"";
  return " class=" + (quote + classes) + quote;
}

// Most cells of the body are numbers: those of text have the class.
std::string classes_of(bool head, bool numeric, Tone tone) {
  std::string classes = head && numeric ? "num" : !head && !numeric ? "t" : "";
  if (const std::string own = css_class(tone); !own.empty()) join_to(classes, own, " ");
  return classes;
}

// HTML needs no end tags of rows and cells, and these are most of a page's elements.
std::string table_element(const Table& table, const std::string& caption, bool words,
                          const std::function<std::string(const std::string&)>& link) {
  std::string out = "<div class=\"scroll\" tabindex=0 role=region aria-label=\"" +
                    escape_html(table.caption.empty() ? caption : table.caption) + "\"><table" +
                    attribute_class(table_class(table, words)) + ">\n<caption><span>" +
                    escape_html(caption) + "</span></caption>\n<thead><tr>";
  for (const Column& column : table.columns)
    out += "<th scope=col" + attribute_class(column.numeric ? "num" : "") + ">" +
           with_note(column.title, column.note, TablePart::kHead);
  out += "</thead>\n<tbody>\n";
  std::size_t spanned = 0;  // rows still to come that the first cell stands for
  const bool spans = is_grouped(table);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const auto& row = table.rows[r];
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool numeric = i < table.columns.size() && table.columns[i].numeric;
      std::size_t span = 1;
      if (i == 0 && spans) {
        if (spanned > 0 && spanned--) continue;
        while (r + span < table.rows.size() && same(table.rows[r + span][0], row[0])) ++span;
        spanned = span - 1;
      }
      out += i == 0 ? std::string("<th scope=") + (span > 1 ? "rowgroup" : "row") : "<td";
      out += attribute_class(classes_of(i == 0, numeric, row[i].tone));
      if (span > 1) out += " rowspan=" + std::to_string(span);
      if (words && i > 0) out += " data-head=\"" + escape_html(table.columns[i].title) + "\"";
      out += ">";
      const std::string text =
          with_note(numeric ? kept_together(row[i].text) : row[i].text, row[i].note);
      out += row[i].link.empty()
                 ? text
                 : "<a href=\"" + escape_html(link(row[i].link)) + "\">" + text + "</a>";
    }
    out += "\n";
  }
  return out + "</table></div>\n";
}

}  // namespace

std::string html_table(const Table& given, const std::string& heading, bool single,
                       const std::function<std::string(const std::string&)>& link) {
  Table table = given;
  std::string out;
  const std::string caption = table.caption.empty() ? heading : table.caption;
  if (table.folded) {
    const std::string id =
        table.id_beside.empty() ? "" : " <small>" + escape_html(table.id_beside) + "</small>";
    out += "<details><summary>" + escape_html(caption) + " (" + std::to_string(table.rows.size()) +
           (table.rows.size() == 1 ? " row" : " rows") + ")" + id + "</summary>\n";
    const std::string shared = take_shared(table);
    if (!shared.empty()) out += "<p>In every row: " + escape_html(shared) + ".</p>\n";
  }
  out += table_element(table, caption, is_of_words(table), link);
  std::string below;
  for (const std::string& note : table.notes) join_to(below, escape_html(note), " ");
  if (!single && !table.id.empty())
    below += std::string(below.empty() ? "" : " ") + "<a href=\"tables/" + slug(table.id) +
             ".csv\" download>CSV</a>";
  if (!below.empty()) out += "<p class=\"below\">" + below + "</p>\n";
  if (table.folded) out += "</details>\n";
  return out;
}

}  // namespace tycho::report
