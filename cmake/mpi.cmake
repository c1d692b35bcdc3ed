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
