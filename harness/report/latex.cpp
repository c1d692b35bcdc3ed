// Tables as LaTeX (booktabs; longtable for the long ones) and the papers as BibTeX.
#include "harness/report/latex.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/joined.hpp"

namespace tycho::report {

namespace {

// Lines of a table that about fill a page.
constexpr std::size_t kPage = 40;

std::string tex_cell(const Cell& cell) {
  if (cell.tone == Tone::kSkipped) return "--";
  const char* mark = cell.tone == Tone::kExtrapolated ? "\\textsuperscript{e}"
                     : cell.tone == Tone::kNoisy      ? "\\textsuperscript{n}"
                                                      : "";
  return escape_latex(cell.text) + mark;
}

template <typename Cells, typename Text>
std::string line(const Cells& cells, const Text& text) {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) out += (i ? " & " : "") + text(cells[i]);
  return out + " \\\\\n";
}

bool any_cell(const Table& table, Tone tone) {
  return std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
    return std::any_of(row.begin(), row.end(), [&](const Cell& cell) { return cell.tone == tone; });
  });
}

std::string caption_of(const Table& table, const std::string& cited) {
  std::string caption = escape_latex(table.caption);
  if (!cited.empty()) join_to(caption, "\\cite{" + cited + "}", " ");
  if (any_cell(table, Tone::kExtrapolated)) caption += ". \\textsuperscript{e}: extrapolated";
  if (any_cell(table, Tone::kNoisy)) caption += ". \\textsuperscript{n}: noisy";
  if (any_cell(table, Tone::kSkipped)) caption += ". --: skipped";
  return caption;
}

/// "A, B, C" as BibTeX has it.
std::string joined_by_and(std::string authors) {
  for (std::size_t at = 0; (at = authors.find(", ", at)) != std::string::npos;)
    authors.replace(at, 2, " and ");
  return authors;
}

}  // namespace

std::string escape_latex(const std::string& text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 22> kMeaning{
      {{"\\", "\\textbackslash{}"},
       {"&", "\\&"},
       {"%", "\\%"},
       {"$", "\\$"},
       {"#", "\\#"},
       {"_", "\\_"},
       {"{", "\\{"},
       {"}", "\\}"},
       {"~", "\\textasciitilde{}"},
       {"^", "\\textasciicircum{}"},
       {"<", "\\textless{}"},
       {">", "\\textgreater{}"},
       {"|", "\\textbar{}"},
       {"\n", " "},
       // After the end of a row these would be its options.
       {"[", "{[}"},
       {"*", "{*}"},
       {"\u00b1", "$\\pm$"},
       {"\u00b5", "$\\mu$"},
       {"\u00d7", "$\\times$"},
       {"\u2212", "$-$"},
       {"\u2265", "$\\geq$"},
       {"\u2713", "$\\surd$"}}};
  std::string escaped;
  for (std::size_t at = 0; at < text.size();) {
    const auto found = std::find_if(kMeaning.begin(), kMeaning.end(), [&](const auto& meaning) {
      return text.compare(at, meaning.first.size(), meaning.first) == 0;
    });
    if (found == kMeaning.end()) {
      escaped += text[at++];
    } else {
      escaped += found->second;
      at += found->first.size();
    }
  }
  return escaped;
}

std::string latex(const Table& table, const std::string& cited) {
  const bool pages = table.rows.size() > kPage;
  std::string columns;
  for (const Column& column : table.columns) columns += column.numeric ? 'r' : 'l';
  std::string head = "\\toprule\n" + line(table.columns, [](const Column& column) {
                       return escape_latex(column.title);
                     });
  if (std::any_of(table.columns.begin(), table.columns.end(),
                  [](const Column& column) { return !column.note.empty(); }))
    head += line(table.columns, [](const Column& column) { return escape_latex(column.note); });
  head += "\\midrule\n";
  std::string rows;
  for (const auto& row : table.rows) rows += line(row, tex_cell);

  const std::string caption = "\\caption{" + caption_of(table, cited) + "}";
  const std::string label = "\\label{tab:" + table.id + "}";
  std::string out = "% Made by tycho report from result files.\n% \\usepackage{booktabs";
  out += std::string(pages ? ",longtable" : "") + "}\n";
  if (pages)
    return out + "\\begin{longtable}{" + columns + "}\n" + caption + label + "\\\\\n" + head +
           "\\endhead\n\\bottomrule\n\\endfoot\n" + rows + "\\end{longtable}\n";
  return out + "\\begin{table}\n" + caption + "\n" + label + "\n\\begin{tabular}{" + columns +
         "}\n" + head + rows + "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
}

std::string bibtex(const std::map<std::string, Paper>& papers) {
  std::string out;
  for (const auto& [key, paper] : papers) {
    // A key is a name and a year.
    const std::string year = key.substr(std::min(key.find_first_of("0123456789"), key.size()));
    out += "@misc{" + key + ",\n  title = {{" + escape_latex(paper.title) + "}},\n";
    // In brackets stands why there is no name.
    if (!paper.author.empty() && paper.author.front() != '(')
      out += "  author = {" + escape_latex(joined_by_and(paper.author)) + "},\n";
    else
      out += "  key = {" + key + "},\n";  // what it is sorted by
    if (!paper.venue.empty() && paper.venue != year)
      out += "  howpublished = {" + escape_latex(paper.venue) + "},\n";
    out += "  year = {" + year + "}\n}\n";
  }
  return out;
}

}  // namespace tycho::report
