// A GRAPE-6 library by others in the cases of the Hermite scheme through that library.
#pragma once

#include <filesystem>
#include <functional>
#include <span>

#include "core/algorithm.hpp"
#include "harness/case/case.hpp"

namespace tycho::library {

/// Adds to every case of hermite_library its CPU variants once more, with the library in place of
/// tycho's own, under the same checks. `make` is called once, for the implementation. Throws
/// UsageError where the file is not there, or no case is of hermite_library.
void add_g6(std::span<cases::Case> cases, const std::filesystem::path& file,
            const std::function<Implementation(const std::string& file)>& make);

}  // namespace tycho::library
