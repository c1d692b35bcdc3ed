// Whether neighbour lists are sorted by index (the default) or come in the order of addresses.
#pragma once

namespace tycho::g6 {

void set_sort_mode(int mode) noexcept;
int sort_mode() noexcept;
inline bool neighbours_sorted() { return sort_mode() != 0; }

}  // namespace tycho::g6
