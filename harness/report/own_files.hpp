// The list of the files that a report wrote into its folder, which lies in the folder as
// report-files.txt: the next report there removes those that it does not write again.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace tycho::report {

/// Paths from the report's folder on: "index.html", "tables/x.csv", "figures/x.svg".
using FileNames = std::set<std::string>;

/// What the folder's list names; nothing where it has none. Anybody may have written the list: of
/// its lines only those are taken that name a file as reports write them, in the report's folder.
FileNames own_files(const std::filesystem::path& folder);

/// Replaces the list. Throws WriteError.
void list_own_files(const std::filesystem::path& folder, const FileNames& files);

/// Removes the files, as far as they are there, but nothing that is a link or behind one.
void remove_own_files(const std::filesystem::path& folder, const FileNames& files);

}  // namespace tycho::report
