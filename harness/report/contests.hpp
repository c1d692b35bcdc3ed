// How much faster the GPU is, honestly, and how far its main stages are from the machine's limits.
#pragma once

#include <optional>
#include <vector>

#include "harness/report/document.hpp"
#include "harness/report/figure.hpp"
#include "harness/report/load.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

struct ContestView {
  std::optional<Figure> figure;  // none where nothing that the table has is drawn
  std::optional<Table> table;
};

/// The best GPU code against one plain thread, all threads and the best SIMD code on all threads:
/// all at the size at which the most of them ran, the largest such size.
ContestView speedups_view(const std::vector<const Paper*>& papers, const Evidence& evidence);

/// Of each algorithm's best GPU code: its longest stage in parts of the ceiling that binds it, at
/// the largest size that ran. A stage that counts no work is named in a note.
ContestView limits_view(const std::vector<const Paper*>& papers, const Evidence& evidence);

}  // namespace tycho::report
