// CPU threads this process may use: what `threads = all` means.
#pragma once

namespace tycho {

int available_threads();

}  // namespace tycho
