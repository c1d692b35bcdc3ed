// An export as a Parquet file: the columns of rows.hpp with their types, for programs that would
// have to guess them from comma-separated values.
#pragma once

#include <filesystem>
#include <span>

#include "harness/result/result.hpp"

namespace tycho::exports {

/// Throws Unavailable where this build has no Arrow. Asked before results are read.
void require_parquet();

/// Writes beside, syncs and renames. Throws WriteError, and Unavailable as above.
void write_parquet(const std::filesystem::path& file, std::span<const result::Result> results);

}  // namespace tycho::exports
