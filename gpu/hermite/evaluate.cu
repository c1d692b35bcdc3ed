// kernel = paper: kirin's scheme (belleman2007, sections 3.1, 3.2 and 3.3.1).
//
// Bundles of 128 threads, a target each; the bundle caches 128 sources in shared memory and every
// thread takes all of them, until all are taken. Below 4096 targets the parts of 128 sources are
// shared out among more bundles, and the host adds up what each leaves. One running
// single-precision sum. The body itself is not skipped: with softening its pull is zero, and its
// own potential is taken out after the sum, provided that it is where its source is; without, a
// comparison in the inner loop passes over every pair at distance zero (or below 1e-12, whose
// inverse cube overflows). A second comparison finds the nearest neighbour.
#include <algorithm>
#include <stdexcept>

#include "core/formulas/pair_force.hpp"
#include "gpu/hermite/evaluation.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::hermite {

namespace {

constexpr int kBundle = 128;
constexpr int kFewestBundles = 32;  // twice the 16 multiprocessors of a GeForce 8800GTX
constexpr int kSplitBelow = kFewestBundles * kBundle;  // 4096 targets

/// What a bundle leaves for a target.
struct alignas(16) Part {
  float acc[3], jerk[3], pot;
  float nearest_sq;
  std::int32_t neighbour;
  std::int32_t unused[3];
};
static_assert(sizeof(Part) == 48);

template <bool kSoftened>
__device__ void add(const Fp32::Here& here, const Fp32::There& there, std::int32_t self,
                    float softening_sq, Part& sum) {
  const Vec3<float> r = there.x - here.x, v = there.v - here.v;
  const float distance_sq = dot(r, r) + softening_sq;
  if (!kSoftened && distance_sq < kLeastSofteningSq<float>) return;
  const float inverse = rsqrtf(distance_sq);
  const auto pull = tycho::hermite::pair_pull(r, v, there.mass, inverse);
  sum.acc[0] += pull.acc.x;
  sum.acc[1] += pull.acc.y;
  sum.acc[2] += pull.acc.z;
  sum.jerk[0] += pull.jerk.x;
  sum.jerk[1] += pull.jerk.y;
  sum.jerk[2] += pull.jerk.z;
  sum.pot += pull.pot;
  if (distance_sq < sum.nearest_sq && (there.index != self || self == -1)) {
    sum.nearest_sq = distance_sq;
    sum.neighbour = there.index;
  }
}

// blockIdx.x: the bundle's targets; blockIdx.y: its parts of the sources, every gridDim.y-th.
template <bool kSoftened>
__global__ void __launch_bounds__(kBundle) kirin(Job job, Part* parts) {
  __shared__ Word cache[Fp32::kWords][kBundle];
  const int targets = job.count();
  const int i = blockIdx.x * kBundle + threadIdx.x;
  if (blockIdx.x * kBundle >= targets) return;  // the whole bundle
  const Target target = job.targets[min(i, targets - 1)];
  const Fp32::Here here = Fp32::here(target);
  const auto softening_sq = softening_sq_or_none<float>(job.softening_sq);
  Part sum{};
  sum.nearest_sq = INFINITY;
  sum.neighbour = -1;
  for (int first = blockIdx.y * kBundle; first < job.sources.count; first += gridDim.y * kBundle) {
    const int j = first + threadIdx.x;
    Word words[Fp32::kWords];
    Fp32::pack({{Fp32::kFarAway, Fp32::kFarAway, Fp32::kFarAway}, {}}, 0.0, -1, words);
    for (int w = 0; w < Fp32::kWords; ++w)
      cache[w][threadIdx.x] =
          j < job.sources.count ? job.sources.words[w * job.sources.stride + j] : words[w];
    __syncthreads();
    const int cached = min(kBundle, job.sources.count - first);
#pragma unroll 8
    for (int k = 0; k < cached; ++k) {
      const Word one[Fp32::kWords] = {cache[0][k], cache[1][k]};
      const Fp32::There there = Fp32::unpack(one);
      add<kSoftened>(here, there, target.index, softening_sq, sum);
    }
    // The self interaction of the potential is removed.
    if (kSoftened && target.slot >= first && target.slot < first + cached) {
      const Word own[Fp32::kWords] = {cache[0][target.slot - first], cache[1][target.slot - first]};
      sum.pot += Fp32::unpack(own).mass * rsqrtf(softening_sq);
    }
    __syncthreads();
  }
  if (i < targets) parts[static_cast<std::int64_t>(blockIdx.y) * targets + i] = sum;
}

class EvaluatePaper final : public Evaluation {
 public:
  void reserve(std::int64_t targets, Stream& stream) override {
    if (targets <= reserved_) return;
    reserved_ = targets;
    // Bundles that share the sources make at most a part for each of kSplitBelow targets, twice.
    const std::int64_t most = std::max<std::int64_t>(targets, 2 * kSplitBelow);
    parts_ = Buffer<Part>(most, stream);
    fetched_ = Pinned<Part>(most);
  }

  void evaluate(const Job& job, Stream& stream) override {
    if (job.count.there)
      throw std::logic_error("kirin's kernel takes its number of targets from the host");
    const int targets = job.count.value;
    if (targets == 0) return;
    const int bundles = (targets + kBundle - 1) / kBundle;
    const int planned_bundles = (job.planned_targets() + kBundle - 1) / kBundle;
    const int tiles = (job.sources.count + kBundle - 1) / kBundle;
    split_ = 1;
    const int planned = job.planned_targets();
    if (planned < kSplitBelow)
      split_ = std::clamp((kFewestBundles + planned_bundles - 1) / planned_bundles, 1,
                          std::max(tiles, 1));
    const Grid grid{dim3(bundles, split_), dim3(kBundle)};
    const bool softened = softening_sq_or_none<float>(job.softening_sq) > 0;
    launch(softened ? kirin<true> : kirin<false>, grid, stream, job, parts_.data());
  }

  void download(std::span<Result> to, Stream& stream) override {
    const int count = static_cast<int>(to.size());
    const std::size_t parts = static_cast<std::size_t>(split_) * count;
    TYCHO_CUDA(cudaMemcpyAsync(fetched_.data(), parts_.data(), parts * sizeof(Part),
                               cudaMemcpyDeviceToHost, stream.get()));
    stream.wait();
    for (int i = 0; i < count; ++i) {
      Part sum = fetched_[i];
      for (int s = 1; s < split_; ++s) {
        const Part& part = fetched_[static_cast<std::size_t>(s) * count + i];
        for (int k = 0; k < 3; ++k) {
          sum.acc[k] += part.acc[k];
          sum.jerk[k] += part.jerk[k];
        }
        sum.pot += part.pot;
        if (part.nearest_sq < sum.nearest_sq) {
          sum.nearest_sq = part.nearest_sq;
          sum.neighbour = part.neighbour;
        }
      }
      to[i] = {{sum.acc[0], sum.acc[1], sum.acc[2]},
               {sum.jerk[0], sum.jerk[1], sum.jerk[2]},
               sum.pot,
               sum.neighbour,
               0};
    }
  }

 private:
  std::int64_t reserved_ = 0;
  int split_ = 1;
  Buffer<Part> parts_;
  Pinned<Part> fetched_;
};

}  // namespace

std::unique_ptr<Evaluation> evaluate_paper(Stream&) { return std::make_unique<EvaluatePaper>(); }

}  // namespace tycho::gpu::hermite
