// An expression of a paper's published file, as people write it.
#pragma once

#include <map>
#include <string>

namespace tycho::report {

/// What names of an expression are called on a page. A name that ends with a number or a
/// placeholder, "t1_kirin_{2*n}", may stand here without it: "kirin at 2N" of {"t1_kirin",
/// "kirin"}.
using Symbols = std::map<std::string, std::string>;

/// "GRAPE-6Af at 2N / GRAPE-6Af at N" of t1_grape_{2*n} / t1_grape_{n}. A name without a symbol
/// stays as it is.
std::string formula_text(const std::string& expression, const Symbols& symbols);

}  // namespace tycho::report
