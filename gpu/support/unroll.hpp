// Unrolls the loop that follows, in code that is compiled for host and device alike.
#pragma once

#if defined(__CUDA_ARCH__)
#define TYCHO_UNROLL _Pragma("unroll")
#else
#define TYCHO_UNROLL
#endif
