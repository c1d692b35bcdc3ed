#include <cstdio>

#include "gpu/support/check.hpp"

namespace tycho::gpu {

void check(cudaError_t code, const char* expression, const char* path, int line) {
  if (code == cudaSuccess) return;
  cudaGetLastError();  // told here: else the next launch would be taken for the one that failed
  std::string file = path;
  if (const auto folder = file.rfind("/gpu/"); folder != std::string::npos)
    file.erase(0, folder + 1);  // a path inside the project, not of the machine it was built on
  throw CudaError(code, std::string(cudaGetErrorName(code)) + ": " + cudaGetErrorString(code) +
                            " (" + expression + " at " + file + ":" + std::to_string(line) + ")");
}

void report(cudaError_t code, const char* expression) noexcept {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "tycho: %s: %s (%s)\n", cudaGetErrorName(code), cudaGetErrorString(code),
               expression);
}

}  // namespace tycho::gpu
