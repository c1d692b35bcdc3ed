#include "harness/report/paper_page.hpp"

#include <algorithm>

#include "core/joined.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/headlines.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

/// The exhibits of a paper by where they stand on its page.
struct Exhibits {
  std::vector<Block> paper, beyond, missing;
  Prose to_beyond;                    // ways to those beyond the paper
  std::vector<std::string> left_out;  // titles of ours of which nothing ran
};

void add_exhibit(const Exhibit& exhibit, const Paper& paper, Tally& tally, PageParts& parts,
                 Exhibits& exhibits) {
  Exhibited made = make_exhibit(exhibit, paper, parts.evidence);
  if (exhibit.own && made.figures.empty() && made.tables.empty()) {
    exhibits.left_out.push_back(exhibit.title);
    return;
  }
  if ((exhibit.kind == "orbits" || exhibit.kind == "pictures") && made.figures.empty())
    made.absent = "Skipped: no run with " + exhibit.kind + " in these results.";
  const bool nothing = !made.absent.empty() && made.figures.empty();
  const bool chapter = !nothing && !exhibit.beyond;
  std::vector<Block>& blocks = nothing          ? exhibits.missing
                               : exhibit.beyond ? exhibits.beyond
                                                : exhibits.paper;
  const std::string anchor = paper.key + "-" + exhibit.id;
  blocks.push_back(Heading{chapter ? 2 : 3, exhibit.title, anchor});
  // Of what is not there one sentence says so, without words on what would be to see.
  if (nothing) blocks.push_back(Paragraph{made.absent});
  if (!nothing && exhibit.beyond) {
    exhibits.to_beyond.pieces.push_back({exhibits.to_beyond.pieces.empty() ? "" : "; "});
    exhibits.to_beyond.pieces.push_back({exhibit.title, paper.key + ".html#" + slug(anchor)});
  }
  if (!nothing && !exhibit.caption.empty()) blocks.push_back(Paragraph{exhibit.caption});
  if (!exhibit.own) tally.cells += made.cells;
  for (Figure& figure : made.figures) {
    figure.lead = made.sentence;
    blocks.push_back(parts.add(figure));
  }
  if (!made.sentence.empty()) blocks.push_back(Paragraph{made.sentence, Voice::kLead});
  for (Table& table : made.tables) blocks.push_back(std::move(table));
  if (!nothing && !exhibit.note.empty()) blocks.push_back(Paragraph{exhibit.note, Voice::kAside});
  for (Table& table : made.files) parts.files.push_back(std::move(table));
}

/// The blocks under a heading; nothing where there are none.
std::vector<Block> chapter(const std::string& title, const std::string& anchor,
                           std::vector<Block> inside) {
  if (!inside.empty()) inside.insert(inside.begin(), Heading{2, title, anchor});
  return inside;
}

std::vector<Block> beyond_section(const std::string& key, Exhibits& exhibits) {
  if (!exhibits.beyond.empty())
    exhibits.beyond.insert(exhibits.beyond.begin(), std::move(exhibits.to_beyond));
  return chapter("Beyond the paper", key + "-beyond", std::move(exhibits.beyond));
}

std::vector<Block> missing_section(const std::string& key, Exhibits& exhibits) {
  const std::string titles = joined(exhibits.left_out, "; ");
  if (!titles.empty())
    exhibits.missing.push_back(
        Paragraph{"Exhibits of tycho's own of which no run is in these results: " + titles + "."});
  return chapter("Not in these results", key + "-not-in-these-results",
                 std::move(exhibits.missing));
}

/// Then and now, by what, and with which scatter between processes.
std::vector<Block> measured_section(const Paper& paper, const Evidence& evidence) {
  std::vector<Block> blocks;
  std::string published;
  for (const Hardware& hardware : paper.hardware)
    published += (published.empty() ? "Published on: " : "; ") + hardware.name + ", " +
                 hardware.text + " (" + hardware.where + ")";
  if (!published.empty()) blocks.push_back(Paragraph{published + "."});
  append(blocks, commits_section(paper.key, evidence));
  append(blocks, shared_cores(paper.key, evidence));
  append(blocks, process_spread(paper.key, evidence));
  return chapter("How it was measured", paper.key + "-measured", std::move(blocks));
}

/// The rows of the front's table that are of this paper.
Table then_and_now_of(const Paper& paper, const Evidence& evidence) {
  Table table = headlines_table({&paper}, evidence);
  table.id.clear();  // the front has the file
  for (auto& row : table.rows) row.front() = {row.front().text, "", Tone::kPlain};
  return table;
}

/// "9 hold, 3 do not hold, 1 is undecided, 3 are not measured": nothing of what is nowhere.
std::string verdicts(const Tally& tally) {
  std::string text;
  const auto add = [&](int count, const char* one, const char* more) {
    if (count > 0) join_to(text, std::to_string(count) + (count == 1 ? one : more));
  };
  add(tally.holds, " holds", " hold");
  add(tally.holds_no_longer, " holds no longer", " hold no longer");
  add(tally.does_not_hold, " does not hold", " do not hold");
  add(tally.undecided, " is undecided", " are undecided");
  add(tally.not_measurable, " is not measured", " are not measured");
  return text;
}

Prose to_appendix(const std::string& key) {
  return {{{"Every run, stage by stage, with its checks and where it was made: "},
           {"appendix", "appendix-" + key + ".html"},
           {"."}}};
}

/// The verdicts, what failed, and the way to how it was measured, with the number of warnings
/// there.
Prose ways(const Paper& paper, const std::vector<FoundOut>& findings, const Tally& tally,
           const std::vector<Block>& measured) {
  const std::string page = paper.key + ".html#" + paper.key;
  Prose prose;
  if (const std::string said = verdicts(tally); !said.empty())
    prose.pieces = {{"Of "}, {"what the paper claims", page + "-claims"}, {", " + said + ". "}};
  const auto own = [&](const FoundOut& found) { return found.paper == paper.key; };
  if (const auto count = std::count_if(findings.begin(), findings.end(), own); count > 0) {
    const FoundOut& first = *std::find_if(findings.begin(), findings.end(), own);
    prose.pieces.push_back({plural(count, "finding") + ": "});
    prose.pieces.push_back({first.sentence, paper.key + ".html#" + slug(first.anchor)});
    if (count > 1) {
      prose.pieces.push_back({"; "});
      prose.pieces.push_back({"all", page + "-findings"});
    }
    prose.pieces.push_back({". "});
  }
  const auto warnings = std::count_if(measured.begin(), measured.end(), [](const Block& block) {
    const Notice* notice = std::get_if<Notice>(&block);
    return notice && notice->tone == Tone::kWarning;
  });
  if (!measured.empty()) {
    prose.pieces.push_back({"Before you quote a number: "});
    prose.pieces.push_back({"how it was measured", page + "-measured"});
    prose.pieces.push_back({warnings > 0 ? " (" + plural(warnings, "warning") + "). " : ". "});
  }
  for (Prose::Piece& piece : to_appendix(paper.key).pieces) prose.pieces.push_back(piece);
  return prose;
}

}  // namespace

Picture PageParts::add(const Figure& figure) {
  figures.push_back(figure);
  return {figure.id, figure.title, figure.caption, "", ""};
}

void append(std::vector<Block>& to, std::vector<Block> more) {
  for (Block& block : more) to.push_back(std::move(block));
}

Page paper_page(const Paper& paper, const std::vector<FoundOut>& findings, Tally& tally,
                PageParts& parts) {
  Exhibits exhibits;
  for (const Exhibit& exhibit : paper.exhibits) add_exhibit(exhibit, paper, tally, parts, exhibits);
  std::vector<Block> claims = claims_section(paper, parts.evidence, tally);
  std::vector<Block> measured = measured_section(paper, parts.evidence);

  Page page{paper.key + ".html", paper.name(), paper.title, {}};
  std::vector<Block>& blocks = page.blocks;
  blocks.push_back(Paragraph{(paper.about.empty() ? "" : paper.about + " ") + paper.by() + "."});
  if (Table table = then_and_now_of(paper, parts.evidence); !table.rows.empty())
    blocks.push_back(std::move(table));
  blocks.push_back(ways(paper, findings, tally, measured));
  append(blocks, std::move(exhibits.paper));
  append(blocks, std::move(claims));
  append(blocks, beyond_section(paper.key, exhibits));
  append(blocks, missing_section(paper.key, exhibits));
  append(blocks, audit_section(paper, tally));
  append(blocks, std::move(measured));
  append(blocks, agreement_section(paper, parts.evidence));
  append(blocks, notes_section(paper, parts.evidence));
  append(blocks, findings_section(paper.key, findings));
  return page;
}

Page unpublished_page(const std::string& key, const std::vector<FoundOut>& findings,
                      PageParts& parts) {
  Page page{slug(key) + ".html", key, key, {}};
  page.blocks.push_back(Paragraph{"There is no published data for this paper in cases/published."});
  append(page.blocks, commits_section(key, parts.evidence));
  page.blocks.push_back(to_appendix(slug(key)));
  append(page.blocks, findings_section(key, findings));
  return page;
}

}  // namespace tycho::report
