// Fused multiply-adds in chains of whole vectors: x = x + a b with b = 1, which ends at x + n a:
// exact in either precision. Compiled with contraction (reference/CMakeLists.txt), or each link
// would be two operations.
#include <algorithm>
#include <vector>

#include "reference/probe/kinds.hpp"
#include "reference/probe/sample.hpp"

namespace tycho::reference::probe {

namespace {

#if defined(__AVX512F__)
constexpr int kVectorBytes = 64, kMostChains = 24;  // of 32 registers
#elif defined(__AVX__)
constexpr int kVectorBytes = 32, kMostChains = 12;  // of 16 registers
#else
constexpr int kVectorBytes = 16, kMostChains = 24;
#endif

typedef float FloatVector __attribute__((vector_size(kVectorBytes)));
typedef double DoubleVector __attribute__((vector_size(kVectorBytes)));

// Where a chain starts and how far a link goes: multiples of 2^-7 and 2^-16, so that with at most
// 2^16 links every value has at most 24 bits.
double start_of(int thread, int chain) { return 1 + thread % 61 / 128.0 + chain / 16.0; }
double link_of(int thread) { return (1 + thread % 3) / 65536.0; }

// The compiler is told that b is another in every link, or it would multiply once and then add.
#if defined(__aarch64__)
#define TYCHO_VECTOR_REGISTER "+w"
#elif defined(__AVX512F__)
#define TYCHO_VECTOR_REGISTER "+v"
#elif defined(__x86_64__)
#define TYCHO_VECTOR_REGISTER "+x"
#else
#define TYCHO_VECTOR_REGISTER "+m"
#endif

template <int kChains, typename Vector, typename Real>
[[gnu::noinline]] void chains(Real a_value, Real b_value, int links, Vector* ends) {
  Vector a, b, x[kChains];
  for (std::size_t k = 0; k < kVectorBytes / sizeof(Real); ++k) {
    a[k] = a_value;
    b[k] = b_value;
  }
  for (int c = 0; c < kChains; ++c) x[c] = ends[c];
  for (int link = 0; link < links; ++link) {
#pragma GCC unroll 32
    for (int c = 0; c < kChains; ++c) {
      asm volatile("" : TYCHO_VECTOR_REGISTER(b));
      x[c] += a * b;
    }
  }
  for (int c = 0; c < kChains; ++c) ends[c] = x[c];
}

/// A thread's chains, on cache lines of their own.
template <int kChains, typename Vector>
struct alignas(128) Ends {
  Vector x[kChains];
};

template <int kChains, typename Vector, typename Real>
Probed measure(const ProbeOptions& options, int threads, const char* id, const char* label) {
  constexpr int kLanes = kVectorBytes / sizeof(Real);
  // Each turn starts anew, for the ends to be known.
  const int links = options.small ? 1 << 8 : 1 << 16, turns = options.small ? 1 : 8;
  std::vector<Ends<kChains, Vector>> ends(static_cast<std::size_t>(threads));
  const Real one = 1;
  Probed rate{id, label, std::to_string(8 * kVectorBytes) + "-bit vectors", "GFLOP/s", threads};
  rate.work = 2.0 * kLanes * kChains * links * turns * threads;
  rate.seconds = sample(options, [&] {
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int t = 0; t < threads; ++t) {
      Ends<kChains, Vector>& own = ends[static_cast<std::size_t>(t)];
      for (int turn = 0; turn < turns; ++turn) {
        for (int c = 0; c < kChains; ++c)
          for (int k = 0; k < kLanes; ++k)
            own.x[c][static_cast<std::size_t>(k)] = static_cast<Real>(start_of(t + k, c));
        chains<kChains, Vector, Real>(static_cast<Real>(link_of(t)), one, links, own.x);
      }
    }
  });
  rate.checked = "the end of every chain, exactly";
  for (int t = 0; t < threads; ++t)
    for (int c = 0; c < kChains; ++c)
      for (int k = 0; k < kLanes; ++k) {
        const auto found = static_cast<double>(
            ends[static_cast<std::size_t>(t)].x[c][static_cast<std::size_t>(k)]);
        rate.error += found == start_of(t + k, c) + links * link_of(t) ? 0 : 1;
      }
  return rate;
}

double best_of(const Probed& rate) {
  return rate.work / *std::min_element(rate.seconds.begin(), rate.seconds.end());
}

// How many chains fill the pipes best is the processor's affair, and more is not always better: on
// a Neoverse-V1 some numbers of chains fall into a rhythm that leaves half of the pipes idle.
template <typename Vector, typename Real>
Probed fastest(const ProbeOptions& options, int threads, const char* id, const char* label) {
  Probed best = measure<kMostChains, Vector, Real>(options, threads, id, label);
  for (const auto other : {measure<kMostChains - 2, Vector, Real>, measure<10, Vector, Real>,
                           measure<8, Vector, Real>}) {
    Probed rate = other(options, threads, id, label);
    // A rate whose result is wrong is reported, however fast the others are.
    if (best.error <= best.limit && (!(rate.error <= rate.limit) || best_of(rate) > best_of(best)))
      best = std::move(rate);
  }
  return best;
}

}  // namespace

std::vector<Probed> fma(const ProbeOptions& options) {
  std::vector<Probed> found;
  for (const int threads : thread_counts(options.threads)) {
    found.push_back(
        fastest<FloatVector, float>(options, threads, "fma_fp32", "fused multiply-add, fp32"));
    found.push_back(
        fastest<DoubleVector, double>(options, threads, "fma_fp64", "fused multiply-add, fp64"));
  }
  return found;
}

}  // namespace tycho::reference::probe
