// An export as comma-separated values with a header; text is quoted as in RFC 4180.
#pragma once

#include <iosfwd>
#include <span>

#include "harness/result/result.hpp"

namespace tycho::exports {

void write_csv(std::ostream& out, std::span<const result::Result> results);

}  // namespace tycho::exports
