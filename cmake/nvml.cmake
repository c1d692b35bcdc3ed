# tycho_nvml: the header that declares NVIDIA's management library: the CUDA Toolkit's where it has one
# (cuda-nvml-dev), else ours, which holds what is asked here. The library itself comes with the driver and
# is opened at run time, so that a machine without a driver runs the program too.
find_path(NVML_INCLUDE_DIR nvml.h
          HINTS ${CUDAToolkit_INCLUDE_DIRS}
          PATHS /usr/local/cuda/include
          PATH_SUFFIXES nvidia/gdk)
add_library(tycho_nvml INTERFACE)
if(NVML_INCLUDE_DIR)
  target_include_directories(tycho_nvml SYSTEM INTERFACE ${NVML_INCLUDE_DIR})
else()
  target_include_directories(tycho_nvml SYSTEM INTERFACE ${PROJECT_SOURCE_DIR}/harness/campaign/nvml)
endif()
