// What a library says of itself, as plain data: read in a process of its own, so that a library
// that crashes while it is loaded takes nobody with it.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include <tycho/implementation.h>

namespace tycho::library {

struct VariantDescription {
  std::string name, label;
  int place = TYCHO_CPU, repeats = TYCHO_SAME_BITS, threads = 0, waits = 0;
  std::vector<std::pair<std::string, std::string>> settings;
};

struct Description {
  std::string name, version, contract;
  std::vector<std::string> stages;
  std::vector<VariantDescription> variants;
};

/// The library's own structure as data. Throws UsageError saying what is missing or wrong: another
/// ABI, a null pointer, a name that is none.
Description checked(const tycho_library& library, const std::filesystem::path& file);

/// Loads the library for good. Throws UsageError where it cannot be loaded or lacks the symbol.
const tycho_library& load(const std::filesystem::path& file);

/// load() and checked() in another process. Throws UsageError where that process ends without an
/// answer, too.
Description describe(const std::filesystem::path& file);

}  // namespace tycho::library
