// "along" of a size: which variants are timed at epochs of which other one's run.
#pragma once

#include "harness/case/case.hpp"
#include "harness/strict/strict_json.hpp"

namespace tycho::cases {

/// `size` is what "along" stands in, as far as it was read; its suite has `steps` steps.
Along read_along(const strict::JsonView& view, const Case& known, const Contract& contract,
                 const SizeSpec& size, std::int64_t steps);

/// Checks of a case against the runs that are timed along others: such a run shows its particles at
/// an epoch and not what it would have done on its own way there. `list` is where they stand.
void require_checks_of_along(const strict::JsonView& list, const Case& read);

}  // namespace tycho::cases
