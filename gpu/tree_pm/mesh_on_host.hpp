// mesh = host: the bodies' positions go to the CPU, which has the mesh, and its pulls come back.
#pragma once

#include <numeric>

#include "core/formulas/cosmology.hpp"
#include "core/mesh/host_mesh.hpp"
#include "core/parallel_for.hpp"
#include "gpu/support/event.hpp"
#include "gpu/support/pinned.hpp"
#include "gpu/support/vector4.hpp"

namespace tycho::gpu::tree_pm {

template <typename Real>
class MeshOnHost {
 public:
  MeshOnHost(const tycho::tree_pm::Split& split, const tycho::tree_pm::Options& options,
             std::size_t bodies)
      : mesh_(split, options),
        position_(bodies),
        pull_(bodies),
        x_(bodies),
        g_(bodies),
        mass_(bodies),
        pot_(bodies),
        order_(bodies) {
    std::iota(order_.begin(), order_.end(), 0);
  }

  /// Position and mass of the bodies, in the order of the device. Does not wait.
  void download(const Vector4<double>* position, const Stream& stream) {
    TYCHO_CUDA(cudaMemcpyAsync(position_.data(), position, position_.bytes(),
                               cudaMemcpyDeviceToHost, stream.get()));
    arrived_.record(stream);
  }
  /// Until the positions downloaded last are here; the device goes on with what is behind them.
  void await(Stream& stream) { arrived_.wait(stream); }

  void deposit() {
    parallel_for(x_.size(), mesh_.threads, [&](std::ptrdiff_t i) {
      const Vector4<double>& p = position_[i];
      x_[i] = {p.x, p.y, p.z};
      mass_[i] = kGravity * p.w;
    });
    mesh::deposit(x_, mass_, mesh_);
  }
  void poisson() { mesh::poisson(mesh_); }
  void interpolate() {
    mesh::interpolate(mesh_, x_, mass_, order_, g_, pot_);
    parallel_for(x_.size(), mesh_.threads, [&](std::ptrdiff_t i) {
      pull_[i] = {static_cast<Real>(g_[i].x), static_cast<Real>(g_[i].y),
                  static_cast<Real>(g_[i].z), static_cast<Real>(pot_[i])};
    });
  }

  /// Acceleration and potential in the order of the download. Does not wait.
  void upload(Vector4<Real>* pull, const Stream& stream) {
    TYCHO_CUDA(
        cudaMemcpyAsync(pull, pull_.data(), pull_.bytes(), cudaMemcpyHostToDevice, stream.get()));
  }

  const mesh::HostMesh& mesh() const { return mesh_; }

 private:
  mesh::HostMesh mesh_;
  Pinned<Vector4<double>> position_;
  Pinned<Vector4<Real>> pull_;
  std::vector<Vec3<double>> x_, g_;
  std::vector<double> mass_, pot_;
  std::vector<std::int32_t> order_;
  Event arrived_;
};

}  // namespace tycho::gpu::tree_pm
