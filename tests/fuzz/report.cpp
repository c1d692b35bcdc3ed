// Any result, with any probe beside it, is a report or an error that helps: every exhibit, table
// and page, and every figure as it would be drawn, with axes and ticks; gnuplot is not started.
//
// Bytes that begin with '{' are the text of a result; after a line of three dashes the text of a
// probe may follow. Others are changes to a result that was recorded (edited_json.hpp): the first
// byte says to which, and whether they are to its probe.
#include "harness/report/report.hpp"

#include <sys/time.h>

#include <set>

#include "core/error.hpp"
#include "harness/report/ceilings.hpp"
#include "harness/report/drawing.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/latex.hpp"
#include "harness/report/site.hpp"
#include "harness/result/durable_file.hpp"
#include "tests/fuzz/edited_json.hpp"
#include "tests/fuzz/input_file.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
using nlohmann::json;
namespace fs = std::filesystem;

const fs::path kSource = TYCHO_SOURCE_DIR;

/// Few runs of a recorded result, with the first few of their many numbers.
json cut(json result) {
  constexpr std::size_t kRuns = 16, kNumbers = 4;
  json runs = json::array();
  const json& all = result["runs"];
  for (std::size_t i = 0; i < std::min(kRuns, all.size()); ++i)
    runs.push_back(all[i * all.size() / std::min(kRuns, all.size())]);
  const auto shorten = [&](json& list) {
    while (list.size() > kNumbers) list.erase(list.size() - 1);
  };
  for (json& run : runs) {
    if (run.contains("timing")) {
      shorten(run["timing"]["step_s"]["samples"]);
      for (json& stage : run["timing"]["stages"]) shorten(stage["step_s"]["samples"]);
    }
    if (!run.contains("series")) continue;
    for (auto& [name, series] : run["series"].items()) {
      if (name == "pictures") {
        shorten(series);
        for (json& picture : series) {
          picture["side"] = 2;
          if (picture.contains("value")) shorten(picture["value"]);
          if (picture.contains("levels")) {
            json& cells = picture["levels"]["cells"];
            cells = cells.get<std::string>().substr(0, kNumbers);
          }
        }
      } else {
        for (json& list : series)
          if (list.is_array() && !list.empty() && list[0].is_array())
            for (json& path : list) shorten(path);
          else
            shorten(list);
      }
    }
  }
  result["runs"] = std::move(runs);
  return result;
}

const std::vector<fuzz::JsonEdits>& recorded() {
  static const std::vector<fuzz::JsonEdits> all = [] {
    std::vector<fuzz::JsonEdits> made;
    for (const char* name :
         {"nvidia-h200/aubert2009", "nvidia-h200/bertinelli2025", "nvidia-h200/decyk2009",
          "neoverse-v1/belleman2007", "neoverse-v1/cudagadget2013"})
      made.emplace_back(
          cut(json::parse(result::read_text(kSource / "results" / (std::string(name) + ".json")))));
    return made;
  }();
  return all;
}

const fuzz::JsonEdits& recorded_probe() {
  static const fuzz::JsonEdits made(
      json::parse(result::read_text(kSource / "results/nvidia-h200/probe.json")));
  return made;
}

void look_at(const Figure& figure) {
  constexpr std::size_t kMostTicks = 200;
  for (const Frame& frame : lay_out(figure).frames) {
    for (const DrawnAxis* axis : {&frame.x, &frame.y})
      if (axis->ticks.size() > kMostTicks) fuzz::broken("an axis of too many ticks");
    for (const int value : frame.shades.value)
      if (value < 0 || value > kShadeSteps) fuzz::broken("a shade that is none");
  }
  describe(figure);
}

/// Ends the process after seconds of its own work, not of the clock: the machine may be busy.
void end_after(long seconds) {
  const itimerval limit{{0, 0}, {seconds, 0}};
  ::setitimer(ITIMER_VIRTUAL, &limit, nullptr);
}

/// All that write_report does but draw and write.
void compose(const Evidence& evidence, const std::map<std::string, Paper>& papers) {
  std::vector<Figure> figures;
  std::vector<Table> files;
  const Site site = make_site(evidence, papers, "", {}, figures, files);
  for (const Figure& figure : figures) look_at(figure);
  for (const Page& page : site.pages)
    for (const Block& block : page.blocks)
      for (const Table* table : tables_in(block)) files.push_back(*table);
  for (const Table& table : files) {
    if (slug(table.id).size() > 240) fuzz::broken("a name too long for a file: " + table.id);
    csv(table);
    latex(table, "");
  }
  markdown(site);
  single_html(site);
  for (const Page& page : site.pages) html(page, site);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFile result_file("here/someone2025.json"), probe_file("probe.json");
  static const std::map<std::string, Paper> papers = read_published(kSource / "cases/published");
  std::string text, probe = "{}";
  if (size > 0 && data[0] == '{') {
    text.assign(reinterpret_cast<const char*>(data), size);
    constexpr std::string_view kBetween = "\n---\n";
    if (const std::size_t at = text.find(kBetween); at != std::string::npos) {
      probe = text.substr(at + kBetween.size());
      text.resize(at);
    }
  } else {
    const std::size_t which = size > 0 ? data[0] : 0;
    const std::span<const std::uint8_t> edits(data + std::min<std::size_t>(size, 1),
                                              size - std::min<std::size_t>(size, 1));
    const fuzz::JsonEdits& base = recorded()[which % recorded().size()];
    const bool of_probe = which >= 128;
    text = base.apply(of_probe ? std::span<const std::uint8_t>() : edits).dump();
    probe = recorded_probe().apply(of_probe ? edits : std::span<const std::uint8_t>()).dump();
  }
  const auto bytes = [](const std::string& from) {
    return std::span(reinterpret_cast<const std::uint8_t*>(from.data()), from.size());
  };
  end_after(20);  // whatever takes longer has no end
  const fs::path& file = result_file.write(bytes(text));
  const fs::path& beside = probe_file.write(bytes(probe));
  try {
    Evidence evidence = gather(load_results({file}, false), {});
    try {
      if (probe != "{}") evidence.probes = load_probes({beside.parent_path()});
    } catch (const UsageError& error) {
      fuzz::require_helpful(error.what(), beside);
    }
    compose(evidence, papers);
  } catch (const UsageError& error) {
    fuzz::require_helpful(error.what(), file);
  }
  end_after(0);
  return 0;
}
