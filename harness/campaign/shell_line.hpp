// A command line as text for people to paste.
#pragma once

#include <string>
#include <vector>

namespace tycho::campaign {

std::string shell_line(const std::vector<std::string>& command);

}  // namespace tycho::campaign
