// Part of every test program under AddressSanitizer, which has read its own options by now: what
// the program starts does not look for leaks at its end, which takes seconds on aarch64.
#include <cstdlib>

// Five calls tell where memory was taken; thirty, the usual number, take a tenth of a test's time.
extern "C" const char* __asan_default_options() { return "malloc_context_size=5"; }

// clang's OpenMP library does not free a team that gave way to a larger one.
extern "C" const char* __lsan_default_suppressions() { return "leak:libomp.so\n"; }

namespace {
[[maybe_unused]] const int set = setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
}
