# tycho_mpi: MPI, where it is found. Only harness/ranks links it.
find_package(MPI QUIET COMPONENTS CXX)
if(MPI_CXX_FOUND)
  add_library(tycho_mpi INTERFACE)
  target_link_libraries(tycho_mpi INTERFACE MPI::MPI_CXX)
  # The C++ bindings that the standard dropped.
  target_compile_definitions(tycho_mpi INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
else()
  message(STATUS "tycho: building without runs on several ranks, since MPI was not found (libopenmpi-dev openmpi-bin)")
endif()

# tycho_fftw_mpi: FFTW's transforms over MPI, where they are found. Their library is of one MPI.
if(TARGET tycho_mpi)
  find_path(TYCHO_FFTW_MPI_INCLUDE_DIR fftw3-mpi.h HINTS ${FFTW3_INCLUDE_DIR})
  find_library(TYCHO_fftw3_mpi fftw3_mpi)
  if(TYCHO_FFTW_MPI_INCLUDE_DIR AND TYCHO_fftw3_mpi)
    add_library(tycho_fftw_mpi INTERFACE)
    target_include_directories(tycho_fftw_mpi SYSTEM INTERFACE ${TYCHO_FFTW_MPI_INCLUDE_DIR})
    target_link_libraries(tycho_fftw_mpi INTERFACE ${TYCHO_fftw3_mpi} tycho_fftw)
  else()
    message(STATUS "tycho: building without planner = fftw_mpi, since FFTW for MPI was not found (libfftw3-mpi-dev)")
  endif()
endif()
