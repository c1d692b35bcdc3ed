// An export as comma-separated values, as RFC 4180 has them, with a header.
#pragma once

#include <iosfwd>
#include <span>

#include "harness/result/result.hpp"

namespace tycho::exports {

void write_csv(std::ostream& out, std::span<const result::Result> results);

}  // namespace tycho::exports
