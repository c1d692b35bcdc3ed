#include "harness/ranks/mpi_ranks.hpp"

#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>  // of OpenMPI: what it can do beyond the standard
#endif

#include <cstdlib>
#include <limits>
#include <map>
#include <stdexcept>
#include <vector>

#include "core/error.hpp"
#include "harness/ranks/fftw_slabs.hpp"

namespace tycho::ranks {

namespace {

/// An element as a type of MPI's, so that counts are of elements: in bytes they would not fit MPI's
/// int from 2 GB on.
class ElementType {
 public:
  explicit ElementType(std::size_t bytes) {
    MPI_Type_contiguous(static_cast<int>(bytes), MPI_BYTE, &type_);
    MPI_Type_commit(&type_);
  }
  ~ElementType() { MPI_Type_free(&type_); }
  ElementType(const ElementType&) = delete;
  ElementType& operator=(const ElementType&) = delete;
  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_{};
};

/// Counts and the places where the parts begin, as MPI has them.
struct Parts {
  std::vector<int> counts, firsts;

  explicit Parts(std::span<const std::size_t> of) {
    std::size_t first = 0;
    for (const std::size_t count : of) {
      if (first + count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw Unavailable("MPI counts elements in 32 bits; more than 2^31 were to be sent at once");
      counts.push_back(static_cast<int>(count));
      firsts.push_back(static_cast<int>(first));
      first += count;
    }
  }
};

/// Whether this MPI sends from a GPU's memory: a build of OpenMPI or of its kin says so while it
/// runs, any other is taken not to.
bool is_cuda_aware() {
#if defined(MPIX_CUDA_AWARE_SUPPORT) && MPIX_CUDA_AWARE_SUPPORT
  return MPIX_Query_cuda_support() == 1;
#else
  return false;
#endif
}

class OverMpi final : public Ranks {
 public:
  OverMpi() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  bool takes_device_memory() const override { return device_memory_; }

  std::int64_t sum(std::int64_t value) override { return joined(value, MPI_INT64_T, MPI_SUM); }
  std::int64_t largest(std::int64_t value) override { return joined(value, MPI_INT64_T, MPI_MAX); }
  double agree(double seconds) override { return joined(seconds, MPI_DOUBLE, MPI_MAX); }
  void wait() override { MPI_Barrier(MPI_COMM_WORLD); }
  std::unique_ptr<mesh::SlabTransform> slab_transform(int n) override { return fftw_slabs(n); }

 protected:
  void gather(void* whole, std::span<const std::size_t> counts, std::size_t element) override {
    const ElementType type(element);
    const Parts parts(counts);
    MPI_Allgatherv(MPI_IN_PLACE, 0, type.get(), whole, parts.counts.data(), parts.firsts.data(),
                   type.get(), MPI_COMM_WORLD);
  }

  void exchange(const void* sent, std::span<const std::size_t> out, void* come,
                std::span<const std::size_t> in, std::size_t element) override {
    const ElementType type(element);
    const Parts to(out), from(in);
    MPI_Alltoallv(sent, to.counts.data(), to.firsts.data(), type.get(), come, from.counts.data(),
                  from.firsts.data(), type.get(), MPI_COMM_WORLD);
  }

 private:
  template <typename Number>
  static Number joined(Number value, MPI_Datatype type, MPI_Op operation) {
    Number all{};
    MPI_Allreduce(&value, &all, 1, type, operation, MPI_COMM_WORLD);
    return all;
  }

  int rank_ = 0, size_ = 1;
  bool device_memory_ = is_cuda_aware();
};

}  // namespace

Mpi::Mpi(int& count, char**& words) {
  int provided = 0;
  MPI_Init_thread(&count, &words, MPI_THREAD_FUNNELED, &provided);
  all_ = std::make_unique<OverMpi>();
}

Mpi::~Mpi() { MPI_Finalize(); }

std::vector<std::int64_t> Mpi::nodes() {
  MPI_Comm node{};
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  // A node is known by the first of its ranks.
  std::int64_t first = all_->rank(), least = 0;
  MPI_Allreduce(&first, &least, 1, MPI_INT64_T, MPI_MIN, node);
  MPI_Comm_free(&node);
  std::vector<std::int64_t> known = all_->all_gather(std::span<const std::int64_t>(&least, 1));
  std::map<std::int64_t, std::int64_t> number;
  for (const std::int64_t one : known)
    number.emplace(one, static_cast<std::int64_t>(number.size()));
  for (std::int64_t& one : known) one = number.at(one);
  return known;
}

std::string Mpi::version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string whole(text, static_cast<std::size_t>(length));
  return whole.substr(0, whole.find_first_of(",\n"));
}

void Mpi::abort(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

}  // namespace tycho::ranks
