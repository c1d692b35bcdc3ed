// The front's table "then and now": a published number a row, with what answers it today.
#pragma once

#include <vector>

#include "harness/report/choice.hpp"
#include "harness/report/document.hpp"
#include "harness/report/load.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

/// A row for each headline of the papers. A headline without a run that answers it is in the notes.
Table headlines_table(const std::vector<const Paper*>& papers, const Evidence& evidence);

/// The same for a reader with half a minute: what, then, now by the best method, factor. Only of
/// headlines whose size ran.
Table brief_headlines_table(const std::vector<const Paper*>& papers, const Evidence& evidence);

/// The fastest run that matches, at `n` where there is one, else at the largest size below.
Choice answering_run(const Selector& select, const std::string& paper, const std::string& quantity,
                     std::int64_t n, const std::vector<Run>& runs);

}  // namespace tycho::report
