// What pages call an algorithm and its stages. Files that programs read keep the ids.
#pragma once

#include <string>

#include "harness/report/document.hpp"

namespace tycho::report {

/// The contract's label of a stage: "Poisson solver" of poisson. Of an algorithm or a stage that no
/// contract has, the id with blanks in it.
std::string stage_words(const std::string& algorithm, const std::string& id);

/// The same where a sentence goes on with it: "tree walk", but "FFT of the charge".
std::string stage_in_sentence(const std::string& algorithm, const std::string& id);

/// The words on the page, the id in its CSV.
Cell stage_cell(const std::string& algorithm, const std::string& id);

/// What its contract says of an algorithm first: "direct N-body" of hermite.
std::string algorithm_words(const std::string& algorithm);

}  // namespace tycho::report
