#include "harness/report/report.hpp"

#include <set>

#include "core/error.hpp"
#include "harness/report/ceilings.hpp"
#include "harness/report/estimates.hpp"
#include "harness/report/headlines.hpp"
#include "harness/report/latex.hpp"
#include "harness/report/lone_machine.hpp"
#include "harness/report/sections.hpp"
#include "harness/report/site.hpp"
#include "harness/report/workshop.hpp"

namespace tycho::report {

namespace {

namespace fs = std::filesystem;

/// The key of the paper that a table belongs to; empty: none.
std::string paper_of(const Table& table, const std::map<std::string, Paper>& papers) {
  for (const auto& [key, paper] : papers)
    if (table.id.rfind(key + "-", 0) == 0) return key;
  return "";
}

/// The words of a newcomer instead of the labels that results were recorded with.
void relabel(std::vector<Run>& runs, const std::map<std::string, Paper>& papers) {
  for (Run& run : runs) {
    const auto paper = papers.find(run.paper);
    if (paper == papers.end()) continue;
    const auto found = paper->second.labels.find(run.label);
    if (found != paper->second.labels.end()) run.label = found->second;
  }
}

Evidence evidence_of(const ReportOptions& options, const std::map<std::string, Paper>& papers) {
  std::vector<Repeated> repeated;
  std::vector<Run> inputs = load_results(options.inputs, false, &repeated), recorded;
  if (!options.recorded.empty()) recorded = load_results(options.recorded, true);
  if (options.notice)
    for (const std::string& line : in_words(repeated)) options.notice(line);
  relabel(inputs, papers);
  relabel(recorded, papers);
  Evidence evidence = gather(std::move(inputs), recorded);
  evidence.estimated = estimated_runs(evidence, papers);
  evidence.probes = load_probes(options.recorded);
  // What is here counts more than what is recorded of the same machine.
  for (auto& [machine, probe] : load_probes(options.inputs))
    evidence.probes.insert_or_assign(machine, probe);
  return evidence;
}

/// No two tables have one file: where cases, exhibits or machines have names that are too much
/// alike, the later table's file gets a number.
void tell_apart(Site& site, std::vector<Table>& files) {
  std::set<std::string> taken;
  const auto name = [&](Table& table) {
    if (table.id.empty()) return;
    const std::string id = table.id;
    for (int k = 2; !taken.insert(slug(table.id)).second; ++k)
      table.id = id + "-" + std::to_string(k);
  };
  for (Table& table : files) name(table);
  for (Page& page : site.pages)
    for (Block& block : page.blocks) {
      if (auto* table = std::get_if<Table>(&block)) name(*table);
      if (auto* hero = std::get_if<Hero>(&block)) name(hero->table);
    }
}

}  // namespace

fs::path write_report(const ReportOptions& options) {
  if (options.inputs.empty()) throw UsageError("a report needs at least one folder or result file");
  Workshop workshop(options.output);  // first: where nothing can be written nothing need be read
  const std::map<std::string, Paper> papers = read_published(options.published);
  const Evidence evidence = evidence_of(options, papers);

  std::vector<Table> files;  // with every digit, on no page
  std::vector<Figure> figures;
  Site site = make_site(evidence, papers, options.note, options.history, figures, files);
  for (const std::string& id : hang(site, figures, workshop.figures())) workshop.keep_figure(id);
  if (machines_of(evidence).size() == 1) leave_out_machine(site, files);
  tell_apart(site, files);
  const auto write_csv = [&](const Table& table) {
    workshop.write("tables/" + slug(table.id) + ".csv", csv(table));
  };
  for (const Table& table : files) write_csv(table);
  for (const Page& page : site.pages)
    for (const Block& block : page.blocks)
      for (const Table* table : tables_in(block)) write_csv(*table);
  if (options.latex)
    for (const Page& page : site.pages)
      for (const Block& block : page.blocks)
        for (const Table* table : tables_in(block))
          workshop.write("tables/" + slug(table->id) + ".tex",
                         latex(*table, paper_of(*table, papers)));
  if (options.latex) workshop.write("tables/references.bib", bibtex(papers));
  workshop.write("report.md", markdown(site));
  if (options.single_file)
    workshop.write("index.html", single_html(site));
  else
    for (const Page& page : site.pages) workshop.write(page.file, html(page, site));
  workshop.finish();
  return options.output / "index.html";
}

std::string then_and_now(const ReportOptions& options) {
  const std::map<std::string, Paper> papers = read_published(options.published);
  const Evidence evidence = evidence_of(options, papers);
  std::vector<const Paper*> all;
  for (const auto& [key, paper] : papers) all.push_back(&paper);
  const Table table = brief_headlines_table(all, evidence);
  if (table.rows.empty())
    throw UsageError(
        "no headline of a paper ran at the paper's size in these results; see the front of the "
        "report for other sizes");
  return markdown(table);
}

}  // namespace tycho::report
