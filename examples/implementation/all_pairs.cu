// All-pairs gravity with a kick-drift-kick leapfrog, as a library for tycho: in CUDA, one thread a
// body, tiles of bodies in shared memory, single or double precision. advance only enqueues, in the
// one stream that the library names.
#include <tycho/implementation.h>

#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

enum { kForce, kKick, kDrift, kStages };
const char* const kStageNames[kStages] = {"force", "kick", "drift"};
const char* const kSingle[] = {"precision", "fp32", nullptr};
const char* const kDouble[] = {"precision", "fp64", nullptr};
const tycho_variant kVariants[] = {
    {"fp32", "all-pairs in CUDA, fp32", TYCHO_CUDA, TYCHO_SAME_BITS, 0, 0, kSingle},
    {"fp64", "all-pairs in CUDA, fp64", TYCHO_CUDA, TYCHO_SAME_BITS, 0, 0, kDouble},
};

thread_local std::string error;

void check(cudaError_t code, const char* what) {
  if (code != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(code));
}

constexpr int kTile = 256;

template <typename Real>
struct Body {
  Real x, y, z, mass;
};
template <typename Real>
struct Vector {
  Real x, y, z;
};

template <typename Real>
__global__ void force(const Body<Real>* bodies, Vector<Real>* pull, int n, Real eps2) {
  __shared__ Body<Real> tile[kTile];
  const int i = blockIdx.x * kTile + threadIdx.x;
  const Body<Real> me = i < n ? bodies[i] : Body<Real>{};
  Vector<Real> sum{0, 0, 0};
  for (int first = 0; first < n; first += kTile) {
    const int j = first + threadIdx.x;
    tile[threadIdx.x] = j < n ? bodies[j] : Body<Real>{0, 0, 0, 0};
    __syncthreads();
    const int count = min(kTile, n - first);
    for (int k = 0; k < count; ++k) {
      const Real dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
      const Real r2 = dx * dx + dy * dy + dz * dz + eps2;
      const Real near = r2 > 0 ? 1 / sqrt(r2) : 0;  // a body does not pull at itself
      const Real a = tile[k].mass * near * near * near;
      sum.x += a * dx;
      sum.y += a * dy;
      sum.z += a * dz;
    }
    __syncthreads();
  }
  if (i < n) pull[i] = sum;
}

template <typename Real>
__global__ void kick(const Vector<Real>* pull, Vector<Real>* v, int n, Real half) {
  const int i = blockIdx.x * kTile + threadIdx.x;
  if (i >= n) return;
  v[i].x += half * pull[i].x;
  v[i].y += half * pull[i].y;
  v[i].z += half * pull[i].z;
}

template <typename Real>
__global__ void drift(const Vector<Real>* v, Body<Real>* bodies, int n, Real dt) {
  const int i = blockIdx.x * kTile + threadIdx.x;
  if (i >= n) return;
  bodies[i].x += dt * v[i].x;
  bodies[i].y += dt * v[i].y;
  bodies[i].z += dt * v[i].z;
}

/// What an instance does, whatever its precision.
class Bodies {
 public:
  virtual ~Bodies() = default;
  virtual void load(const tycho_particles& p) = 0;
  virtual void run(int stage) = 0;
  virtual void store(tycho_particles& p) = 0;

  cudaStream_t stream = nullptr;   // where the work is
  cudaStream_t named = nullptr;    // what tycho is told; the same
};

template <typename Real>
class BodiesOf final : public Bodies {
 public:
  BodiesOf(int n, double dt, double eps) : n_(n), dt_(Real(dt)), eps2_(Real(eps * eps)) {
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "a stream");
    named = stream;
    check(cudaMalloc(&bodies_, sizeof(Body<Real>) * n), "memory for bodies");
    check(cudaMalloc(&v_, sizeof(Vector<Real>) * n), "memory for velocities");
    check(cudaMalloc(&pull_, sizeof(Vector<Real>) * n), "memory for accelerations");
  }
  ~BodiesOf() override {
    cudaFree(bodies_);
    cudaFree(v_);
    cudaFree(pull_);
    cudaStreamDestroy(stream);
    if (named != stream) cudaStreamDestroy(named);
  }

  void load(const tycho_particles& p) override {
    std::vector<Body<Real>> bodies(n_);
    std::vector<Vector<Real>> v(n_);
    mass_.assign(p.mass, p.mass + n_);
    id_.assign(p.id, p.id + n_);
    for (int i = 0; i < n_; ++i) {
      bodies[i] = {Real(p.x[i]), Real(p.y[i]), Real(p.z[i]), Real(p.mass[i])};
      v[i] = {Real(p.vx[i]), Real(p.vy[i]), Real(p.vz[i])};
    }
    // The vectors go when this returns, and so it waits: it is not timed.
    check(cudaMemcpyAsync(bodies_, bodies.data(), sizeof(Body<Real>) * n_, cudaMemcpyHostToDevice,
                          stream),
          "copying bodies");
    check(cudaMemcpyAsync(v_, v.data(), sizeof(Vector<Real>) * n_, cudaMemcpyHostToDevice, stream),
          "copying velocities");
    run(kForce);
    check(cudaStreamSynchronize(stream), "loading");
  }

  void run(int stage) override {
    const int blocks = (n_ + kTile - 1) / kTile;
    if (stage == kForce) force<<<blocks, kTile, 0, stream>>>(bodies_, pull_, n_, eps2_);
    if (stage == kKick) kick<<<blocks, kTile, 0, stream>>>(pull_, v_, n_, dt_ / 2);
    if (stage == kDrift) drift<<<blocks, kTile, 0, stream>>>(v_, bodies_, n_, dt_);
    check(cudaGetLastError(), kStageNames[stage]);
  }

  void store(tycho_particles& p) override {
    std::vector<Body<Real>> bodies(n_);
    std::vector<Vector<Real>> v(n_), pull(n_);
    check(cudaStreamSynchronize(stream), "the steps");
    check(cudaMemcpy(bodies.data(), bodies_, sizeof(Body<Real>) * n_, cudaMemcpyDeviceToHost),
          "bodies");
    check(cudaMemcpy(v.data(), v_, sizeof(Vector<Real>) * n_, cudaMemcpyDeviceToHost), "velocities");
    check(cudaMemcpy(pull.data(), pull_, sizeof(Vector<Real>) * n_, cudaMemcpyDeviceToHost),
          "accelerations");
    for (int i = 0; i < n_; ++i) {
      p.mass[i] = mass_[i];
      p.id[i] = id_[i];
      p.x[i] = bodies[i].x, p.y[i] = bodies[i].y, p.z[i] = bodies[i].z;
      p.vx[i] = v[i].x, p.vy[i] = v[i].y, p.vz[i] = v[i].z;
      p.ax[i] = pull[i].x, p.ay[i] = pull[i].y, p.az[i] = pull[i].z;
    }
  }

 private:
  int n_;
  Real dt_, eps2_;
  Body<Real>* bodies_ = nullptr;
  Vector<Real>*v_ = nullptr, *pull_ = nullptr;
  std::vector<double> mass_;
  std::vector<std::uint64_t> id_;
};

// Nothing is thrown across the border.
template <typename Do>
int guarded(const Do& body) {
  try {
    body();
    return TYCHO_OK;
  } catch (const std::exception& thrown) {
    error = thrown.what();
    return TYCHO_FAILED;
  }
}

int create(const tycho_host* host, int, std::int64_t particles, void** instance) {
  const double dt = host->number(host->context, "dt");
  const double eps = host->number(host->context, "softening");
  const char* const precision = host->word(host->context, "precision");
  const std::string word = precision ? precision : "";
  int devices = 0;
  if (!(dt > 0) || !(eps >= 0) || (word != "fp32" && word != "fp64")) {
    error = "dt must be above 0, softening not below 0, precision fp32 or fp64";
    return TYCHO_FAILED;
  }
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    error = "no CUDA device";
    return TYCHO_UNAVAILABLE;
  }
  return guarded([&] {
    if (particles > (std::int64_t{1} << 30)) throw std::runtime_error("too many particles");
    const int n = static_cast<int>(particles);
    Bodies* made = nullptr;
    if (word == "fp32")
      made = new BodiesOf<float>(n, dt, eps);
    else
      made = new BodiesOf<double>(n, dt, eps);
    *instance = made;
  });
}

int load(void* instance, const tycho_particles* p) {
  return guarded([&] { static_cast<Bodies*>(instance)->load(*p); });
}

int advance(void* instance, const tycho_timer* timer) {
  return guarded([&] {
    Bodies& bodies = *static_cast<Bodies*>(instance);
    for (const int stage : {kKick, kDrift, kForce, kKick}) {
      for (int left = timer->begin(timer->context, stage); left > 0; --left) bodies.run(stage);
      timer->end(timer->context, stage);
    }
  });
}

int store(void* instance, tycho_particles* p) {
  return guarded([&] { static_cast<Bodies*>(instance)->store(*p); });
}

void destroy(void* instance) { delete static_cast<Bodies*>(instance); }
const char* last_error(void*) { return error.c_str(); }
void* stream(void* instance) { return static_cast<Bodies*>(instance)->named; }

}  // namespace

extern "C" const tycho_library* tycho_implementation(void) {
  static const tycho_library library = {
      TYCHO_IMPLEMENTATION_ABI, "in-cuda", "1.0", "all_pairs", kStages, kStageNames, 2,
      kVariants,                create,    load,  advance,     store,   destroy,     last_error,
      stream};
  return &library;
}
