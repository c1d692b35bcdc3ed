// A command line as text for people to paste.
#pragma once

#include <string>
#include <vector>

namespace tycho::campaign {

/// A command as it can be pasted into a shell.
std::string shell_line(const std::vector<std::string>& command);

}  // namespace tycho::campaign
