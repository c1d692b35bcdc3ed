#include "harness/report/appendix.hpp"

#include <algorithm>

#include "harness/report/ceilings.hpp"
#include "harness/report/cell_text.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

constexpr const char* kAppendix = "appendix.html";

Cell checks_cell(const Run& run) {
  const std::string not_judged =
      run.checks_not_judged.empty()
          ? ""
          : std::to_string(run.checks_not_judged.size()) + " not judged: the run was cut";
  if (run.checks.empty()) return {not_judged, "", Tone::kPlain};
  const auto held = std::count_if(run.checks.begin(), run.checks.end(),
                                  [](const Check& check) { return check.pass; });
  const bool all = held == static_cast<std::ptrdiff_t>(run.checks.size());
  return {std::to_string(held) + " of " + std::to_string(run.checks.size()), not_judged,
          all ? Tone::kPlain : Tone::kBad};
}

Table all_runs(const Evidence& evidence) {
  Table table;
  table.id = "runs";
  table.caption = "All runs";
  table.searched = true;
  table.columns = {{"Run", "", false},     {"What", "", false},
                   {"N", "", true},        {"Threads", "", true},
                   {"Step", "", true},     {"Steps timed", "", true},
                   {"State", "", false},   {"Checks that hold", "", true},
                   {"Started", "", false}, {"Machine", "", false}};
  const bool one = machines_of(evidence).size() == 1;
  if (one) table.columns.pop_back();
  for (const Run& run : evidence.runs) {
    const Times* timing = run.timing ? &*run.timing : nullptr;
    table.rows.push_back({{run.id, "", Tone::kPlain},
                          {run.label, "", Tone::kPlain},
                          {count_text(run.n), "", Tone::kPlain},
                          {run.on_gpu() ? "" : std::to_string(run.threads), "", Tone::kPlain},
                          timing ? time_cell(run, timing->step_s) : Cell{},
                          {timing ? count_text(timing->steps_measured) : "",
                           is_interval(run) ? "passages of the interval" : "", Tone::kPlain},
                          {run.ok() ? (timing && timing->extrapolated ? "part of the steps" : "ran")
                                    : std::string(result::name(run.status)) + ": " + run.reason,
                           "", run.ok() ? Tone::kPlain : Tone::kSkipped},
                          checks_cell(run),
                          {run.started.substr(0, 10), "", Tone::kPlain},
                          machine_cell(*run.machine)});
    if (one) table.rows.back().pop_back();
  }
  // The filter at the head of the page opens it.
  table.folded = table.rows.size() > kMostOpenRows;
  explain_marks(table);
  const bool means = std::any_of(evidence.runs.begin(), evidence.runs.end(), [](const Run& run) {
    return run.timing && (run.timing->on_the_way || run.timing->epochs > 0);
  });
  if (means)
    table.notes.push_back(
        "Step: the median over windows; of a run along its way (an evolution, a comparison, what "
        "was timed along another run), whose steps need not be alike, the mean.");
  return table;
}

Page of_paper(const std::string& key, PageParts& parts) {
  Page page{"appendix-" + slug(key) + ".html", key, "Appendix: " + key, {}, false, kAppendix};
  const Evidence& evidence = parts.evidence;
  append(page.blocks, commits_section(key, evidence));
  page.blocks.push_back(Prose{{{"The exhibits: "}, {key, slug(key) + ".html"}, {"."}}});
  append(page.blocks, stages_section(key, evidence, parts.titles[key]));
  append(page.blocks, cores_section(key, evidence));
  append(page.blocks, long_runs_section(key, evidence));
  const std::vector<Figure> roofs = rooflines(key, evidence);
  if (!roofs.empty()) page.blocks.push_back(Heading{2, "Rooflines", key + "-rooflines"});
  for (const Figure& figure : roofs) page.blocks.push_back(parts.add(figure));
  append(page.blocks, checks_section(key, evidence, parts.files));
  return page;
}

}  // namespace

std::vector<Page> appendix_pages(const std::vector<std::string>& keys, PageParts& parts) {
  Page first{kAppendix, "Appendix", "Appendix", {}};
  Prose ways{{{"Stages and checks of each paper: "}}};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    ways.pieces.push_back({keys[i], "appendix-" + slug(keys[i]) + ".html"});
    ways.pieces.push_back({i + 1 < keys.size() ? ", " : "."});
  }
  first.blocks.push_back(std::move(ways));
  first.blocks.push_back(Heading{2, "All runs", "runs"});
  first.blocks.push_back(all_runs(parts.evidence));
  const std::vector<Figure> roofs = rooflines_of_all(parts.evidence);
  if (!roofs.empty())
    first.blocks.push_back(Heading{2, "Roofline of the longest stages", "roofline"});
  for (const Figure& figure : roofs) first.blocks.push_back(parts.add(figure));
  append(first.blocks, ceilings_section(parts.evidence));
  append(first.blocks, provenance_section(parts.evidence));
  std::vector<Page> pages{std::move(first)};
  for (const std::string& key : keys) pages.push_back(of_paper(key, parts));
  return pages;
}

std::vector<Page> machine_pages(const std::vector<std::string>& keys, PageParts& parts) {
  Page page{"machines.html", "Machines side by side", "Machines side by side", {}};
  for (const std::string& key : keys)
    append(page.blocks, machines_section(key, parts.evidence, parts.titles[key]));
  if (page.blocks.empty()) return {};
  page.blocks.insert(
      page.blocks.begin(),
      Paragraph{
          "How many times as fast as the first machine each of the others is: above 1 is faster. "
          "The geometric mean over all runs that both made, without those whose times are noisy; "
          "in small print the number of runs, and their least and largest factor. Its ceiling: "
          "the factor of the ceiling that binds the stage, where both machines were probed. A "
          "stage whose factor is smaller than that of its ceiling leaves some of the new machine "
          "unused. A factor over CPU threads that were not bound to cores is marked, and none of "
          "those is called the most or the least."});
  return {std::move(page)};
}

}  // namespace tycho::report
