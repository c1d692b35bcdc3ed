// Names and addresses of computers in a text.
#pragma once

#include <string>

namespace tycho::verify {

/// "a host name" or "an IP address", whichever the text holds; null: neither. A host is known by
/// the end of its name: a country's two letters, or a word that networks use. A bare name
/// ("node17") and a name under any other ending are not told from other words.
const char* host_in(const std::string& text);

}  // namespace tycho::verify
