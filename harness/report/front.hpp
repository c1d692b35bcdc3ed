// The front page: what a reader with one minute sees.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/report/document.hpp"
#include "harness/report/figure.hpp"
#include "harness/report/findings.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

struct FrontMatter {
  std::vector<const Paper*> papers;
  std::vector<std::string> keys;  // of all papers that ran, those without published data too
  std::vector<FoundOut> findings;
  std::map<std::string, Tally> tallies;  // by paper
  std::string note;
};

/// The page, and the figures that its pictures name.
Page front_page(const FrontMatter& matter, const Evidence& evidence, std::vector<Figure>& figures);

}  // namespace tycho::report
