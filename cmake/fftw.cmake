# tycho_fftw: FFTW3 in both precisions, with its threads. Found by file, since the CMake packages that
# distributions ship for it name targets that are not there.
find_path(FFTW3_INCLUDE_DIR fftw3.h)
set(fftw_found FFTW3_INCLUDE_DIR)
foreach(library fftw3_threads fftw3 fftw3f_threads fftw3f)
  find_library(TYCHO_${library} ${library})
  list(APPEND fftw_found TYCHO_${library})
endforeach()
foreach(part ${fftw_found})
  if(NOT ${part})
    message(FATAL_ERROR "FFTW3 was not found (${part}): install libfftw3-dev, or set CMAKE_PREFIX_PATH")
  endif()
endforeach()
add_library(tycho_fftw INTERFACE)
target_include_directories(tycho_fftw SYSTEM INTERFACE ${FFTW3_INCLUDE_DIR})
target_link_libraries(tycho_fftw INTERFACE ${TYCHO_fftw3_threads} ${TYCHO_fftw3}
  ${TYCHO_fftw3f_threads} ${TYCHO_fftw3f} Threads::Threads)

# From FFTW 3.3.9 on its loops can run on threads of ours (core/fftw_team.hpp).
include(CheckCXXSymbolExists)
set(CMAKE_REQUIRED_INCLUDES ${FFTW3_INCLUDE_DIR})
set(CMAKE_REQUIRED_LIBRARIES ${TYCHO_fftw3_threads} ${TYCHO_fftw3} Threads::Threads)
check_cxx_symbol_exists(fftw_threads_set_callback fftw3.h TYCHO_FFTW_HAS_CALLBACK)
unset(CMAKE_REQUIRED_INCLUDES)
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT TYCHO_FFTW_HAS_CALLBACK)
  message(STATUS "FFTW is older than 3.3.9: its threads compete with OpenMP's for the cores")
endif()
