// The name somebody most likely meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tycho::strict {

/// Insertions, deletions and substitutions that turn a into b (Levenshtein 1966). A substitution
/// costs a little more the further apart the two characters are, so that of fig3.1 and fig3.5 the
/// latter is nearer to fig3.9.
double edit_distance(std::string_view a, std::string_view b);

/// "; did you mean 'x'?" with the nearest of the names, or nothing where none comes near.
std::string did_you_mean(std::string_view wanted, std::span<const std::string_view> names);

}  // namespace tycho::strict
