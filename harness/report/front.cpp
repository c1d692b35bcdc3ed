#include "harness/report/front.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "core/joined.hpp"
#include "harness/report/cell_text.hpp"
#include "harness/report/contests.hpp"
#include "harness/report/headlines.hpp"
#include "harness/report/number.hpp"
#include "harness/report/paper_page.hpp"
#include "harness/report/vistas.hpp"

namespace tycho::report {

namespace {

std::string in_words(std::size_t count) {
  constexpr std::array<const char*, 11> kWords{"No",  "One",   "Two",   "Three", "Four", "Five",
                                               "Six", "Seven", "Eight", "Nine",  "Ten"};
  return count < kWords.size() ? kWords[count] : std::to_string(count);
}

/// "an NVIDIA H200", "a Tesla T4": N, H and S are spoken with a vowel first where they are letters.
std::string with_article(const std::string& name) {
  if (name.empty()) return name;
  const bool letters = name.size() > 1 && std::isupper(static_cast<unsigned char>(name[1]));
  const std::string_view vowels = letters ? "AEFHILMNORSX" : "AEIOaeio";
  return (vowels.find(name[0]) == std::string_view::npos ? "a " : "an ") + name;
}

/// The GPUs, or the machines where they have none.
std::string places(const Evidence& evidence) {
  std::vector<std::string> names;
  for (const auto& machine : machines_of(evidence)) {
    if (machine->recorded) continue;
    const std::string name = machine->gpu.empty() ? machine->name : with_article(machine->gpu);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return listed_with_and(names);
}

std::string title_of(const FrontMatter& matter, const Evidence& evidence) {
  const std::size_t count = matter.keys.size();
  return in_words(count) + (count == 1 ? " paper" : " papers") + ", then and now, on " +
         places(evidence);
}

bool is_virtual(const std::string& machine, const Evidence& evidence) {
  return std::any_of(evidence.inputs.begin(), evidence.inputs.end(), [&](const Run& run) {
    return run.machine->name == machine &&
           run.machine->provenance.processor.virtual_machine.value_or(false);
  });
}

/// Where, when, and of which commit.
Paragraph measured_where(const Evidence& evidence) {
  std::string text;
  for (const auto& machine : machines_of(evidence)) {
    if (machine->recorded) continue;
    const std::string commits = commits_of_machine(machine->name, evidence);
    const bool one = commits.find(' ') == std::string::npos;
    text += (text.empty() ? "Where and when: " : " ") + machine->name + ", " + machine->date +
            ", " + (one ? "commit " : "") + commits + ".";
    if (is_virtual(machine->name, evidence))
      text += " A virtual machine: two of what it calls cores may be threads of one.";
  }
  return {text};
}

/// Runs and checks in a line, and a sentence for each finding.
Prose trust(const FrontMatter& matter, const Evidence& evidence) {
  std::int64_t ran = 0, skipped = 0, failed = 0, checks = 0, held = 0, not_judged = 0;
  for (const Run& run : evidence.inputs) {
    ran += run.ok();
    failed += run.status == result::Status::kFailed;
    skipped += run.status == result::Status::kSkipped;
    for (const Check& check : run.checks) ++checks, held += check.pass;
    not_judged += std::ssize(run.checks_not_judged);
  }
  Prose prose;
  std::string text =
      plural(ran, "run") + (failed ? ", " + count_text(failed) + " failed" : ", none failed") +
      (skipped ? ", " + count_text(skipped) + " skipped" : "") + "; " +
      (checks == 0      ? "no checks in these results. "
       : held == checks ? "every check holds (" + count_text(checks) + "). "
                        : count_text(held) + " of " + count_text(checks) + " checks hold. ") +
      (not_judged > 0
           ? plural(not_judged, "check") + " could not be judged, of runs that were cut. "
           : "");
  if (!matter.findings.empty())
    text += plural(static_cast<std::int64_t>(matter.findings.size()), "finding") + ": ";
  prose.pieces.push_back({text});
  for (std::size_t i = 0; i < matter.findings.size(); ++i) {
    const FoundOut& found = matter.findings[i];
    prose.pieces.push_back({found.sentence + " (" +
                                plural(static_cast<std::int64_t>(found.cases.size()), "case") + ")",
                            found.paper + ".html#" + slug(found.anchor)});
    prose.pieces.push_back({i + 1 < matter.findings.size() ? "; " : "."});
  }
  return prose;
}

/// The verdicts on the papers' claims, a row a paper.
Table claims_in_numbers(const FrontMatter& matter) {
  Table table;
  table.id = "claims-in-numbers";
  table.caption = "Claims in numbers";
  table.columns = {{"Paper", "", false},
                   {"Hold", "here", true},
                   {"Hold no longer", "here", true},
                   {"Do not hold", "here", true},
                   {"Undecided", "noise or size", true},
                   {"Not measured", "here", true},
                   {"Hold", "by the paper's own numbers", true},
                   {"Do not hold", "by its own numbers", true},
                   {"Sums that add up", "in the paper", true},
                   {"Sums that do not", "in the paper", true}};
  for (const Paper* paper : matter.papers) {
    const auto found = matter.tallies.find(paper->key);
    if (found == matter.tallies.end() || paper->claims.empty()) continue;
    const Tally& tally = found->second;
    auto& row = table.rows.emplace_back();
    row.push_back(
        {paper->name(), "", Tone::kPlain, paper->key + ".html#" + paper->key + "-claims"});
    for (const int count : {tally.holds, tally.holds_no_longer, tally.does_not_hold,
                            tally.undecided, tally.not_measurable, tally.printed_holds,
                            tally.printed_does_not, tally.adds_up, tally.does_not_add_up})
      row.push_back({std::to_string(count), "", Tone::kPlain});
  }
  table.notes.push_back(
      "Here: what this report measured, of several machines the first that can say. Hold no "
      "longer: true of the paper's own numbers, not of these. Sums: statements of the paper, and "
      "our tests for slips, that its own numbers can check.");
  return table;
}

Cards cards(const FrontMatter& matter, const Evidence& evidence) {
  Cards cards;
  for (const std::string& key : matter.keys) {
    int runs = 0, checks = 0;
    for (const Run& run : evidence.inputs) {
      if (run.paper != key) continue;
      runs += run.ok();
      checks += static_cast<int>(run.checks.size());
    }
    std::string title = key, text;
    for (const Paper* paper : matter.papers) {
      if (paper->key != key) continue;
      title = paper->name();
      text = (paper->about.empty() ? "" : paper->about + " ") + paper->title + ". " + paper->by() +
             ". ";
    }
    cards.cards.push_back(
        {title, text + plural(runs, "run") + ", " + plural(checks, "check") + ".", key + ".html"});
  }
  return cards;
}

Picture named(const Figure& figure, const std::string& link = "") {
  return {figure.id, figure.title, figure.caption, "", "", link};
}

constexpr const char* kOwnScales = "Each picture is on its own colour scale.";

Strip strip_of(const VistaView& vista) {
  Strip strip;
  strip.of_times = true;
  if (vista.figures.size() > 1)
    strip.note = vista.one_scale() ? "All on one colour scale." : kOwnScales;
  for (const Figure& figure : vista.figures)
    strip.pictures.push_back(named(figure, vista.paper + ".html"));
  return strip;
}

/// A row for each run that is shown at several times, then all others in one.
void append_pictures(std::vector<Block>& blocks, const std::vector<VistaView>& vistas) {
  if (vistas.empty()) return;
  blocks.push_back(Heading{2, "Pictures", "pictures"});
  Strip alone;
  for (const VistaView& vista : vistas) {
    if (vista.figures.size() > 1) {
      blocks.push_back(Paragraph{vista.text});
      blocks.push_back(strip_of(vista));
      continue;
    }
    alone.pictures.push_back(named(vista.last(), vista.paper + ".html"));
    alone.pictures.back().caption = vista.text;
  }
  if (alone.pictures.size() > 1) alone.note = kOwnScales;
  if (!alone.pictures.empty()) blocks.push_back(std::move(alone));
}

Table words_table(const FrontMatter& matter) {
  CellCounts cells;
  for (const auto& [key, tally] : matter.tallies) cells += tally.cells;
  Table table;
  table.caption = "Cells of the papers' tables and figures";
  table.columns = {{"Mark", "", false}, {"Cells", "", true}, {"Meaning", "", false}};
  const auto add = [&](const char* mark, int count, const std::string& meaning) {
    table.rows.push_back({{mark, "", Tone::kPlain},
                          {count_text(count), "", Tone::kPlain},
                          {meaning, "", Tone::kPlain}});
  };
  add("measured", cells.measured,
      std::string("a median with its 95% interval, where there is scatter (") + kFewSamples +
          "); of a run along its way, an evolution, the mean over its steps");
  add("\u25d0", cells.extrapolated,
      "a total that follows from a part of the steps, or from other runs");
  add("\u2248", cells.noisy,
      "from end to end the 95% interval is wider than a tenth of the time; a factor over it is a "
      "range");
  add("\u2013", cells.skipped, "not run; the note below the table says why");
  return table;
}

}  // namespace

Page front_page(const FrontMatter& matter, const Evidence& evidence, std::vector<Figure>& figures) {
  Page page{"index.html", "Front", title_of(matter, evidence), {}, true};
  std::vector<Block>& blocks = page.blocks;
  if (!matter.note.empty()) blocks.push_back(Notice{Tone::kWarning, matter.note});
  blocks.push_back(measured_where(evidence));
  append(blocks, recorded_columns(evidence));
  blocks.push_back(trust(matter, evidence));

  const std::vector<VistaView> vistas = vistas_of(matter.papers, evidence);
  Hero hero{headlines_table(matter.papers, evidence), {}};
  if (!vistas.empty()) {
    hero.earlier = strip_of(vistas.front());
    hero.picture = std::move(hero.earlier.pictures.back());
    hero.earlier.pictures.pop_back();
    hero.picture.caption = vistas.front().text;
    if (!hero.earlier.pictures.empty())
      hero.picture.caption +=
          " Here at " + vistas.front().last().caption + ", below at earlier times.";
  }
  if (!hero.table.rows.empty()) blocks.push_back(hero);

  for (const auto& [view, heading, anchor] :
       {std::tuple(speedups_view(matter.papers, evidence), "Honest speed-ups", "speed-ups"),
        std::tuple(limits_view(matter.papers, evidence), "Distance from the limits", "limits")}) {
    if (!view.table) continue;
    blocks.push_back(Heading{2, heading, anchor});
    if (view.figure) {
      blocks.push_back(named(*view.figure));
      figures.push_back(*view.figure);
    }
    blocks.push_back(*view.table);
  }
  append_pictures(
      blocks, {vistas.begin() + (hero.table.rows.empty() || vistas.empty() ? 0 : 1), vistas.end()});
  for (const VistaView& vista : vistas)
    figures.insert(figures.end(), vista.figures.begin(), vista.figures.end());

  if (Table claims = claims_in_numbers(matter); !claims.rows.empty()) {
    blocks.push_back(Heading{2, "The papers' claims in numbers", "claims-in-numbers"});
    blocks.push_back(std::move(claims));
  }
  blocks.push_back(Heading{2, "The papers", "papers"});
  blocks.push_back(cards(matter, evidence));
  blocks.push_back(Heading{2, "About these results", "about"});
  append(blocks, recorded_failures(evidence));
  append(blocks, skips(evidence));
  append(blocks, throttled(evidence));
  blocks.push_back(
      Paragraph{"Every number here was measured by tycho or is cited from a paper, and says which. "
                "A quantity "
                "per step says over how many steps it was measured."});
  blocks.push_back(words_table(matter));
  return page;
}

}  // namespace tycho::report
