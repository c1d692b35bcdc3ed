// A table of the document as HTML.
#pragma once

#include <functional>
#include <string>

#include "harness/report/document.hpp"

namespace tycho::report {

/// The class of a tone in the page's style; empty: none.
const char* css_class(Tone tone);

/// `heading` is the caption of a table that has none. `single`: there is no folder to link the CSV
/// file in. `link` turns the link of a cell into an address.
std::string html_table(const Table& table, const std::string& heading, bool single,
                       const std::function<std::string(const std::string&)>& link);

}  // namespace tycho::report
