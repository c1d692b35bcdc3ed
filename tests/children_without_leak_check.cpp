// Part of every test program under AddressSanitizer, which has read its own options by now: what
// the program starts does not look for leaks at its end, which takes seconds on aarch64.
#include <cstdlib>

namespace {
[[maybe_unused]] const int set = setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
}
