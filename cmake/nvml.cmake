# tycho_nvml: nvml.h, which declares NVIDIA's management library. Only the header: the library comes
# with the driver and is opened at run time, so that a machine without a driver runs the program too.
find_path(NVML_INCLUDE_DIR nvml.h
          HINTS ${CUDAToolkit_INCLUDE_DIRS}
          PATHS /usr/local/cuda/include
          PATH_SUFFIXES nvidia/gdk)
if(NVML_INCLUDE_DIR)
  add_library(tycho_nvml INTERFACE)
  target_include_directories(tycho_nvml SYSTEM INTERFACE ${NVML_INCLUDE_DIR})
else()
  message(STATUS "tycho: building without NVML, since nvml.h was not found (CUDA Toolkit: "
                 "cuda-nvml-dev): clocks and power of the GPU will not be known")
endif()
