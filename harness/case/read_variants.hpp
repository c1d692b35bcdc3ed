// "variants" of a case file.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/case/settings_reader.hpp"

namespace tycho::cases {

inline constexpr std::int64_t kMostParticles = std::int64_t{1} << 30;

/// `folder` is the case's: files that the command of a user's program names are looked for there.
std::vector<Variant> read_variants(const strict::JsonView& view, const SettingsReader& reader,
                                   const std::filesystem::path& folder);

}  // namespace tycho::cases
