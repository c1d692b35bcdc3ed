// In place of parquet.cpp where CMake found no Arrow.
#include "core/error.hpp"
#include "harness/export/parquet.hpp"

namespace tycho::exports {

void require_parquet() {
  throw Unavailable(
      "this build of tycho has no Arrow, which Parquet files need: install Apache Arrow's C++ "
      "libraries with Parquet (libarrow-dev and libparquet-dev of arrow.apache.org/install, or "
      "pyarrow) and build anew (CONTRIBUTING.md), or export with --csv");
}

void write_parquet(const std::filesystem::path&, std::span<const result::Result>) {
  require_parquet();
}

}  // namespace tycho::exports
