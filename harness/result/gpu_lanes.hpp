// How wide the multiprocessors of a GPU are.
#pragma once

#include <optional>
#include <string_view>

namespace tycho::result {

/// Single-precision lanes of a multiprocessor of this compute capability, "9.0"; nothing where it
/// is not known. CUDA C++ Programming Guide, "Arithmetic Instructions": operations a cycle.
std::optional<int> single_lanes(std::string_view compute_capability);

}  // namespace tycho::result
