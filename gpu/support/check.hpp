// Every CUDA result is checked. Failure throws with the expression, file and line; destructors,
// which must not throw, report on stderr instead.
#pragma once

#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

namespace tycho::gpu {

class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t code, const std::string& what) : std::runtime_error(what), code_(code) {}
  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

void check(cudaError_t code, const char* expression, const char* path, int line);

void report(cudaError_t code, const char* expression) noexcept;

}  // namespace tycho::gpu

// Not std::source_location, which clang 14 does not have.
#define TYCHO_CUDA(expression) ::tycho::gpu::check((expression), #expression, __FILE__, __LINE__)
#define TYCHO_CUDA_NOTHROW(expression) ::tycho::gpu::report((expression), #expression)
