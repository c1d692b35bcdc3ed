// The page of a paper: its exhibits in its order, its claims, its arithmetic.
#pragma once

#include <string>
#include <vector>

#include "harness/report/document.hpp"
#include "harness/report/figure.hpp"
#include "harness/report/findings.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

/// What pages are made from, and what they leave to be drawn and to be written.
struct PageParts {
  const Evidence& evidence;
  std::vector<Figure>& figures;                   // that pictures of the pages name
  std::vector<Table>& files;                      // that stand on no page
  std::map<std::string, CaseTitles> titles = {};  // by paper

  /// A picture for the page; the figure is drawn later.
  Picture add(const Figure& figure);
};

void append(std::vector<Block>& to, std::vector<Block> more);

Page paper_page(const Paper& paper, const std::vector<FoundOut>& findings, Tally& tally,
                PageParts& parts);
/// Runs of a paper without published data still have findings, and a place in the appendix.
Page unpublished_page(const std::string& key, const std::vector<FoundOut>& findings,
                      PageParts& parts);

}  // namespace tycho::report
