#include "harness/report/report.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>

#include "core/error.hpp"
#include "harness/report/ceilings.hpp"
#include "harness/report/draw_all.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/latex.hpp"
#include "harness/report/sections.hpp"
#include "harness/result/durable_file.hpp"

namespace tycho::report {

namespace {

namespace fs = std::filesystem;

/// A folder beside the finished files, in which they are made; gone when done, however it ends.
class Workshop {
 public:
  explicit Workshop(const fs::path& output)
      : output_(output), folder_(output / (".report-" + std::to_string(getpid()))) {
    try {
      fs::create_directories(folder_ / "tables");
      fs::create_directories(folder_ / "figures");
    } catch (const fs::filesystem_error& error) {
      throw result::WriteError(output, error.code().message());
    }
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  ~Workshop() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  fs::path figures() const { return folder_ / "figures"; }

  void write(const fs::path& name, const std::string& text) {
    std::ofstream out(folder_ / name, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw result::WriteError(output_ / name, std::strerror(errno));
  }
  /// Moves every file into the report's folder, the page last: whoever finds a page finds all that
  /// it refers to.
  void finish() {
    for (const char* part : {"tables", "figures"}) {
      fs::create_directories(output_ / part);
      for (const auto& entry : fs::directory_iterator(folder_ / part))
        fs::rename(entry.path(), output_ / part / entry.path().filename());
    }
    for (const char* file : {"report.md", "index.html"}) fs::rename(folder_ / file, output_ / file);
  }

 private:
  fs::path output_, folder_;
};

void append(std::vector<Block>& to, std::vector<Block> more) {
  for (Block& block : more) to.push_back(std::move(block));
}

/// The key of the paper that a table belongs to; empty: none.
std::string paper_of(const Table& table, const std::map<std::string, Paper>& papers) {
  for (const auto& [key, paper] : papers)
    if (table.id.rfind(key + "-", 0) == 0) return key;
  return "";
}

class Builder {
 public:
  Builder(const Evidence& evidence, Workshop& workshop)
      : evidence_(evidence), workshop_(workshop) {}

  void add_paper(const Paper& paper) {
    blocks_.push_back(Heading{2, paper.title, paper.key});
    std::string about = paper.author + (paper.venue.empty() ? "" : ", " + paper.venue) +
                        " (cited as " + paper.key + ").";
    for (const Hardware& hardware : paper.hardware)
      about +=
          " Published on: " + hardware.name + ", " + hardware.text + " (" + hardware.where + ").";
    blocks_.push_back(Paragraph{about});
    append(blocks_, commits_section(paper.key, evidence_));
    papers_.push_back(&paper);
    for (const Exhibit& exhibit : paper.exhibits) add_exhibit(exhibit, paper);
    append(blocks_, audit_section(paper, tally_));
    append(blocks_, agreement_section(paper, evidence_, tally_));
    add_runs(paper.key);
  }
  /// Runs of a paper without published data still have stages and checks.
  void add_unpublished(const std::string& key) {
    blocks_.push_back(Heading{2, key, key});
    blocks_.push_back(Paragraph{"There is no published data for this paper in cases/published."});
    append(blocks_, commits_section(key, evidence_));
    add_runs(key);
  }
  /// Counted into the tally, so before the overview.
  std::vector<Block> claims() { return claims_section(papers_, evidence_, tally_); }
  /// All that was added, its figures drawn.
  std::vector<Block> take() {
    std::vector<Picture> pictures = draw_all(figures_, workshop_.figures());
    for (std::size_t i = 0; i < pictures.size(); ++i) blocks_[places_[i]] = std::move(pictures[i]);
    return std::move(blocks_);
  }
  const Tally& tally() const { return tally_; }

 private:
  void add_runs(const std::string& key) {
    append(blocks_, machines_section(key, evidence_));
    append(blocks_, stages_section(key, evidence_));
    append(blocks_, cores_section(key, evidence_));
    add_figures(rooflines(key, evidence_));
    std::vector<Table> files;
    append(blocks_, checks_section(key, evidence_, files));
    write(files);
  }
  void add_exhibit(const Exhibit& exhibit, const Paper& paper) {
    blocks_.push_back(Heading{3, exhibit.title, paper.key + "-" + exhibit.id});
    if (!exhibit.caption.empty()) blocks_.push_back(Paragraph{exhibit.caption});
    if (!exhibit.note.empty()) blocks_.push_back(Notice{Tone::kPlain, exhibit.note});
    Exhibited made = make_exhibit(exhibit, paper, evidence_);
    if (!exhibit.own) tally_.cells += made.cells;
    add_figures(made.figures);
    if ((exhibit.kind == "orbits" || exhibit.kind == "pictures") && made.figures.empty())
      blocks_.push_back(
          Notice{Tone::kWarning, "Skipped: no run with " + exhibit.kind + " in these results."});
    for (Table& table : made.tables) blocks_.push_back(std::move(table));
    write(made.files);
  }
  void add_figures(const std::vector<Figure>& figures) {
    for (const Figure& figure : figures) {
      figures_.push_back(figure);
      places_.push_back(blocks_.size());
      blocks_.push_back(Picture{});
    }
  }
  void write(const std::vector<Table>& files) {
    for (const Table& table : files) workshop_.write("tables/" + table.id + ".csv", csv(table));
  }

  const Evidence& evidence_;
  Workshop& workshop_;
  std::vector<const Paper*> papers_;
  std::vector<Block> blocks_;
  std::vector<Figure> figures_;
  std::vector<std::size_t> places_;  // of each figure, among the blocks
  Tally tally_;
};

}  // namespace

fs::path write_report(const ReportOptions& options) {
  if (options.inputs.empty()) throw UsageError("a report needs at least one folder or result file");
  const std::map<std::string, Paper> papers = read_published(options.published);
  Evidence evidence =
      gather(load_results(options.inputs, false),
             options.recorded.empty() ? std::vector<Run>{} : load_results(options.recorded, true));
  evidence.probes = load_probes(options.recorded);
  // What is here counts more than what is recorded of the same machine.
  for (auto& [machine, probe] : load_probes(options.inputs))
    evidence.probes.insert_or_assign(machine, probe);

  Workshop workshop(options.output);
  Builder builder(evidence, workshop);
  std::set<std::string> keys;
  for (const Run& run : evidence.inputs) keys.insert(run.paper);
  for (const std::string& key : keys) {
    const auto paper = papers.find(key);
    if (paper == papers.end())
      builder.add_unpublished(key);
    else
      builder.add_paper(paper->second);
  }

  Document document;
  document.title = "tycho report";
  std::vector<Block> claims = builder.claims();
  if (!options.note.empty()) document.blocks.push_back(Notice{Tone::kWarning, options.note});
  append(document.blocks, overview(evidence, papers, builder.tally()));
  append(document.blocks, std::move(claims));
  append(document.blocks, builder.take());
  append(document.blocks, ceilings_section(evidence));
  append(document.blocks, provenance_section(evidence));
  for (const Block& block : document.blocks) {
    const Table* table = std::get_if<Table>(&block);
    if (!table || table->id.empty()) continue;
    workshop.write("tables/" + table->id + ".csv", csv(*table));
    workshop.write("tables/" + table->id + ".tex", latex(*table, paper_of(*table, papers)));
  }
  workshop.write("tables/references.bib", bibtex(papers));
  workshop.write("report.md", markdown(document));
  workshop.write("index.html", html(document));
  workshop.finish();
  return options.output / "index.html";
}

}  // namespace tycho::report
