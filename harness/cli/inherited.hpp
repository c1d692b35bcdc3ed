// What a process inherits from whoever started it, and must not be hurt by.
#pragma once

namespace tycho::cli {

/// Standard streams that are closed become /dev/null: the next file opened would bear their number,
/// and what is printed would be written into it. A file that grows past a limit (ulimit -f) is an
/// error of write(), which says what could not be written, and no signal.
void make_inherited_safe();

}  // namespace tycho::cli
