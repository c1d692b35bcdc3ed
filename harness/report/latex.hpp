#pragma once

#include <map>
#include <string>

#include "harness/report/document.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

/// Text as LaTeX prints it: no character of it is a command.
std::string escape_latex(const std::string& text);

/// A table to \input, citing the paper it reproduces; notes of cells are left out.
std::string latex(const Table& table, const std::string& cited);

/// An entry for each paper, under the key it is cited by everywhere.
std::string bibtex(const std::map<std::string, Paper>& papers);

}  // namespace tycho::report
