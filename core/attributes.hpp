// Marks a function as compiled for host and device alike where nvcc reads it.
#pragma once

#if defined(__CUDACC__)
#define TYCHO_HOST_DEVICE __host__ __device__
#else
#define TYCHO_HOST_DEVICE
#endif
