// The library of all_pairs.cu, wrong on purpose in the way that WRONG names: what `tycho try` must
// find on a GPU.
#define tycho_implementation right_implementation
#include "all_pairs.cu"
#undef tycho_implementation

#define WAITS 1        // advance waits for its stream, and the variants do not say so
#define OTHER_STREAM 2  // the stream that is named has no work in it

namespace {

#if WRONG == WAITS
int wrong_advance(void* instance, const tycho_timer* timer) {
  const int code = advance(instance, timer);
  cudaStreamSynchronize(static_cast<Bodies*>(instance)->stream);
  return code;
}
#else
int wrong_create(const tycho_host* host, int variant, std::int64_t particles, void** instance) {
  const int code = create(host, variant, particles, instance);
  if (code == TYCHO_OK)
    cudaStreamCreateWithFlags(&static_cast<Bodies*>(*instance)->named, cudaStreamNonBlocking);
  return code;
}
#endif

}  // namespace

extern "C" const tycho_library* tycho_implementation(void) {
  static tycho_library library = *right_implementation();
  library.name = "wrong";
#if WRONG == WAITS
  library.advance = wrong_advance;
#else
  library.create = wrong_create;
#endif
  return &library;
}
