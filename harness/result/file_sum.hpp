// A sum over a file's bytes, by which another file of the same name shows.
#pragma once

#include <filesystem>
#include <string>

namespace tycho::result {

/// The Checksum of a plain file's bytes; "unreadable" where it cannot be read.
std::string file_sum(const std::filesystem::path& file);

}  // namespace tycho::result
