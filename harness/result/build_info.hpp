// How this program was built: part of every result.
#pragma once

#include <optional>
#include <string>

namespace tycho::result {

struct BuildInfo {
  std::string version;   // "0.1.0"
  std::string commit;    // "295c54a1b2c3", "...-dirty" with uncommitted changes, else "unknown"
  std::string type;      // "Release"
  std::string compiler;  // "GNU 12.2.0"
  std::string flags;     // without paths
  std::optional<std::string> best_flags;  // what the `best` CPU loops add; not in older results
  std::optional<std::string> simd_flags;  // of these, loops written in SIMD; not in older results
  std::optional<int> simd_bits;           // width of their vectors; not in older results
  bool contraction = false;
  std::string cuda_compiler;  // empty: built without CUDA
  std::string cuda_flags;
  std::string cuda_architectures;
  bool cuda_contraction = true;
};

BuildInfo build_info();

}  // namespace tycho::result
