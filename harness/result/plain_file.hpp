// Files that are what they seem. A name may belong to a pipe, on which a reader waits for ever, to
// a device, which never ends, or to a link that leads to somebody else's file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "harness/result/durable_file.hpp"

namespace tycho::result {

/// The text of a file. A link is followed. Throws UsageError "<path>: <why>" for whatever is no
/// plain file, cannot be read, or is larger than `most_bytes`.
std::string read_plain(const std::filesystem::path& path, std::uintmax_t most_bytes);

/// Opens a file of our own for writing, making it where there is none; `flags` are those of open().
/// Throws WriteError for a link, which is not followed, and for whatever is no plain file.
Descriptor open_own(const std::filesystem::path& path, int flags);

/// Throws WriteError where something other than a plain file bears the name: for a library that
/// opens files by itself.
void require_own(const std::filesystem::path& path);

}  // namespace tycho::result
