// The notes of the cases, on the page of their paper.
#include <set>

#include "harness/report/sections.hpp"
#include "harness/report/select.hpp"

namespace tycho::report {

CaseTitles case_titles(const Paper& paper) {
  CaseTitles titles;
  for (const CaseNotes& one : paper.cases) titles[one.name] = one.title;
  return titles;
}

void name_by_case(Table& table, const std::string& name, const CaseTitles& titles,
                  const std::string& what) {
  const auto title = titles.find(name);
  table.caption = (title == titles.end() ? name : title->second) + what;
  if (title != titles.end()) table.id_beside = name;
}

std::vector<Block> notes_section(const Paper& paper, const Evidence& evidence) {
  std::set<std::string> ran;
  for (const Run& run : evidence.runs)
    if (run.paper == paper.key && run.ok()) ran.insert(run.case_name);
  Table table;
  table.id = slug(paper.key + "-notes");
  table.caption = "Notes of the cases";
  table.columns = {{"Case", "", false}, {"Note", "", false}};
  for (const CaseNotes& one : paper.cases)
    if (ran.count(one.name))
      for (const std::string& note : one.notes)
        table.rows.push_back({{one.name, one.title, Tone::kPlain}, {note, "", Tone::kPlain}});
  if (table.rows.empty()) return {};
  table.folded = true;
  return {Heading{2, "What the paper leaves open, and what is ours", paper.key + "-notes"},
          Paragraph{"Settings, models and readings that the paper does not state, case by case, as "
                    "the cases have them today. Results may be older than a note."},
          std::move(table)};
}

}  // namespace tycho::report
