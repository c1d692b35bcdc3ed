find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
include(cmake/fftw.cmake)
include(cmake/hdf5.cmake)
include(cmake/mpi.cmake)
include(cmake/arrow.cmake)
# The report's pictures. Debian's libhdf5-dev brings it along.
find_package(ZLIB QUIET)
if(NOT ZLIB_FOUND)
  message(STATUS "tycho: the report's pictures will be three times as large, since zlib was not found (zlib1g-dev)")
endif()

# tycho_bench, which nothing else needs.
find_package(benchmark QUIET)
if(NOT benchmark_FOUND)
  message(STATUS "tycho: building without tycho_bench, since Google Benchmark was not found (libbenchmark-dev)")
endif()

# TYCHO_HAVE_TESTS: whether the tests are built.
set(TYCHO_HAVE_TESTS OFF)
if(NOT TYCHO_TESTS STREQUAL "OFF")
  find_package(GTest QUIET)
  if(GTest_FOUND)
    set(TYCHO_HAVE_TESTS ON)
  elseif(TYCHO_TESTS STREQUAL "ON")
    message(FATAL_ERROR "TYCHO_TESTS=ON, but GoogleTest was not found: install libgtest-dev, or set CMAKE_PREFIX_PATH")
  else()
    message(STATUS "tycho: building without tests, since GoogleTest was not found (libgtest-dev)")
  endif()
endif()

include(cmake/matplot.cmake)
