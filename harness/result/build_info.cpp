#include "harness/result/build_info.hpp"

#include <experimental/simd>  // the vectors of reference/simd.hpp, which has the same flags

#include "tycho_build.hpp"   // at configure time: cmake/build_info.cmake
#include "tycho_commit.hpp"  // at build time: cmake/commit.cmake

namespace tycho::result {

BuildInfo build_info() {
  BuildInfo info;
  info.version = TYCHO_BUILD_VERSION;
  info.commit = TYCHO_BUILD_COMMIT;
  info.type = TYCHO_BUILD_TYPE;
  info.compiler = TYCHO_BUILD_COMPILER;
  info.flags = TYCHO_BUILD_FLAGS;
  info.best_flags = TYCHO_BUILD_BEST_FLAGS;
  info.simd_flags = TYCHO_BUILD_SIMD_FLAGS;
  info.simd_bits = 8 * static_cast<int>(sizeof(std::experimental::native_simd<float>));
  info.contraction = TYCHO_BUILD_CONTRACTION;
  info.cuda_compiler = TYCHO_BUILD_CUDA_COMPILER;
  info.cuda_flags = TYCHO_BUILD_CUDA_FLAGS;
  info.cuda_architectures = TYCHO_BUILD_CUDA_ARCHITECTURES;
  info.cuda_contraction = TYCHO_BUILD_CUDA_CONTRACTION;
  return info;
}

}  // namespace tycho::result
