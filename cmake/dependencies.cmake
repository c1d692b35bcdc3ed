find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(benchmark REQUIRED)
include(cmake/fftw.cmake)
include(cmake/hdf5.cmake)
if(TYCHO_TESTS)
  find_package(GTest REQUIRED)
endif()

# Figures are drawn through Matplot++ where it is found and through gnuplot otherwise.
find_package(Matplot++ QUIET)
