#include "harness/report/paper_page.hpp"

#include "harness/report/exhibit.hpp"

namespace tycho::report {

namespace {

/// An exhibit of the paper stands on its page with or without runs; one of ours needs runs, else
/// its title joins `left_out`.
void add_exhibit(std::vector<Block>& blocks, const Exhibit& exhibit, const Paper& paper,
                 Tally& tally, PageParts& parts, std::vector<std::string>& left_out) {
  Exhibited made = make_exhibit(exhibit, paper, parts.evidence);
  if (exhibit.own && made.figures.empty() && made.tables.empty()) {
    left_out.push_back(exhibit.title);
    return;
  }
  if ((exhibit.kind == "orbits" || exhibit.kind == "pictures") && made.figures.empty())
    made.absent = "Skipped: no run with " + exhibit.kind + " in these results.";
  const bool nothing = !made.absent.empty() && made.figures.empty();
  blocks.push_back(Heading{2, exhibit.title, paper.key + "-" + exhibit.id});
  // Of what is not there one sentence says so, without words on what would be to see.
  if (nothing) blocks.push_back(Notice{Tone::kWarning, made.absent});
  if (!nothing && !exhibit.caption.empty()) blocks.push_back(Paragraph{exhibit.caption});
  if (!nothing && !exhibit.note.empty()) blocks.push_back(Notice{Tone::kPlain, exhibit.note});
  if (!exhibit.own) tally.cells += made.cells;
  for (const Figure& figure : made.figures) blocks.push_back(parts.add(figure));
  if (!made.sentence.empty()) blocks.push_back(Paragraph{made.sentence, true});
  for (Table& table : made.tables) blocks.push_back(std::move(table));
  for (Table& table : made.files) parts.files.push_back(std::move(table));
}

/// The titles in one line, without the words "Beyond the paper".
Paragraph not_in_results(const std::vector<std::string>& titles) {
  const std::string ours = "Beyond the paper: ";
  std::string text = "Exhibits of tycho's own of which no run is in these results: ";
  for (const std::string& title : titles)
    text += (title == titles.front() ? "" : "; ") +
            (title.rfind(ours, 0) == 0 ? title.substr(ours.size()) : title);
  return {text + "."};
}

Prose to_appendix(const std::string& key) {
  return {{{"Every run, stage by stage, with its checks and where it was made: "},
           {"appendix", "appendix-" + key + ".html"},
           {"."}}};
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
  Page page{paper.key + ".html", paper.key, paper.title, {}};
  std::string about = paper.author + (paper.venue.empty() ? "" : ", " + paper.venue) +
                      " (cited as " + paper.key + ").";
  std::string published;
  for (const Hardware& hardware : paper.hardware)
    published += (published.empty() ? " Published on: " : "; ") + hardware.name + ", " +
                 hardware.text + " (" + hardware.where + ")";
  if (!published.empty()) about += published + ".";
  if (!paper.about.empty()) page.blocks.push_back(Paragraph{paper.about});
  page.blocks.push_back(Paragraph{about});
  append(page.blocks, commits_section(paper.key, parts.evidence));
  append(page.blocks, shared_cores(paper.key, parts.evidence));
  append(page.blocks, process_spread(paper.key, parts.evidence));
  page.blocks.push_back(to_appendix(paper.key));
  std::vector<std::string> left_out;
  for (const Exhibit& exhibit : paper.exhibits)
    add_exhibit(page.blocks, exhibit, paper, tally, parts, left_out);
  if (!left_out.empty()) {
    page.blocks.push_back(Heading{2, "Not in these results", paper.key + "-not-in-these-results"});
    page.blocks.push_back(not_in_results(left_out));
  }
  append(page.blocks, claims_section(paper, parts.evidence, tally));
  append(page.blocks, audit_section(paper, tally));
  append(page.blocks, agreement_section(paper, parts.evidence));
  append(page.blocks, notes_section(paper, parts.evidence));
  append(page.blocks, findings_section(paper.key, findings));
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
