// A library in C++ that lets an exception out.
#include <tycho/implementation.h>

#include <cstdint>
#include <stdexcept>

namespace {

int made;
const char* const kStages[] = {"force"};
const tycho_variant kVariants[] = {{"it", "throws", TYCHO_CPU, TYCHO_SAME_BITS, 1, 0, nullptr}};

int create(const tycho_host*, int, std::int64_t, void** instance) {
  *instance = &made;
  return TYCHO_OK;
}
int load(void*, const tycho_particles*) { throw std::runtime_error("on purpose"); }
int advance(void*, const tycho_timer*) { return TYCHO_OK; }
int store(void*, tycho_particles*) { return 17; }
void destroy(void*) {}
const char* last_error(void*) { return ""; }

}  // namespace

extern "C" const tycho_library* tycho_implementation(void) {
  static const tycho_library library = {TYCHO_IMPLEMENTATION_ABI,
                                        "throws",
                                        "1",
                                        "all_pairs",
                                        1,
                                        kStages,
                                        1,
                                        kVariants,
                                        create,
                                        load,
                                        advance,
                                        store,
                                        destroy,
                                        last_error,
                                        nullptr};
  return &library;
}
