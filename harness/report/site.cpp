#include "harness/report/site.hpp"

#include <algorithm>
#include <set>

#include "harness/report/appendix.hpp"
#include "harness/report/draw_all.hpp"
#include "harness/report/front.hpp"
#include "harness/report/history.hpp"
#include "harness/report/paper_page.hpp"

namespace tycho::report {

std::set<std::string> hang(Site& site, const std::vector<Figure>& figures,
                           const std::filesystem::path& folder) {
  std::map<std::string, Picture> drawn;
  std::set<std::string> ids;
  for (Picture& picture : draw_all(figures, folder)) {
    if (picture.absent.empty()) ids.insert(picture.id);
    drawn[picture.id] = std::move(picture);
  }
  const auto fill = [&](Picture& picture) {
    const auto found = drawn.find(picture.id);
    if (found == drawn.end()) return;
    picture.svg = found->second.svg;
    picture.absent = found->second.absent;
  };
  for (Page& page : site.pages) {
    for (Block& block : page.blocks) {
      if (auto* picture = std::get_if<Picture>(&block)) fill(*picture);
      auto* strip = std::get_if<Strip>(&block);
      if (auto* hero = std::get_if<Hero>(&block)) {
        fill(hero->picture);
        strip = &hero->earlier;
      }
      if (strip)
        for (Picture& picture : strip->pictures) fill(picture);
    }
  }
  return ids;
}

Site make_site(const Evidence& evidence, const std::map<std::string, Paper>& papers,
               const std::string& note, const std::vector<HistoryPoint>& history,
               std::vector<Figure>& figures, std::vector<Table>& files) {
  FrontMatter matter;
  matter.note = note;
  matter.findings = findings_of(evidence.inputs, papers);
  std::set<std::string> keys;
  for (const Run& run : evidence.inputs) keys.insert(run.paper);
  matter.keys.assign(keys.begin(), keys.end());

  PageParts parts{evidence, figures, files};
  std::vector<Page> pages;
  for (const std::string& key : keys) {
    const auto paper = papers.find(key);
    if (paper == papers.end()) {
      pages.push_back(unpublished_page(key, matter.findings, parts));
      continue;
    }
    matter.papers.push_back(&paper->second);
    parts.titles[key] = case_titles(paper->second);
    pages.push_back(paper_page(paper->second, matter.findings, matter.tallies[key], parts));
  }
  for (Page& page : machine_pages(matter.keys, parts)) pages.push_back(std::move(page));
  for (Page& page : history_pages(history, papers, parts)) pages.push_back(std::move(page));
  for (Page& page : appendix_pages(matter.keys, parts)) pages.push_back(std::move(page));
  pages.insert(pages.begin(), front_page(matter, evidence, parts.figures));
  return {pages.front().title, std::move(pages)};
}

}  // namespace tycho::report
