// What every transport must do, over MPI: mpirun -n 7 test_ranks_over_mpi
#include <cstdio>
#include <exception>

#include "harness/ranks/mpi_ranks.hpp"
#include "tests/ranks/over_mpi/mesh_in_slabs.hpp"
#include "tests/ranks/transport.hpp"

int main(int count, char** words) {
  tycho::ranks::Mpi mpi(count, words);
  bool in_slabs = false;
  try {
    tycho::test::check_transport(mpi.all());
    in_slabs = tycho::test::check_mesh_in_slabs(mpi.all());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tycho: %s\n", error.what());
    tycho::ranks::Mpi::abort(1);
  }
  if (mpi.all().rank() == 0)
    std::printf("%d ranks over %s, %s FFTW for MPI: all is where it belongs\n", mpi.all().size(),
                tycho::ranks::Mpi::version().c_str(), in_slabs ? "with" : "without");
}
