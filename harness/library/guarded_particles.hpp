// Particles as the C interface has them, every array between guard pages.
#pragma once

#include <array>
#include <memory>
#include <string>

#include <tycho/implementation.h>
#include "core/particles.hpp"
#include "harness/library/guarded_memory.hpp"

namespace tycho::library {

class GuardedParticles {
 public:
  /// Open for writing and full of NaN.
  GuardedParticles(const std::string& what, std::size_t particles);

  std::size_t size() const { return static_cast<std::size_t>(view_.count); }
  tycho_particles& view() { return view_; }

  void allow(Access access);
  void fill(const Particles& particles);
  void fill_with_nan();
  void copy_to(Particles& particles) const;
  bool same_bits(const Particles& particles) const;
  void require_whole() const;

 private:
  static constexpr std::size_t kReals = 10;
  const double* real(std::size_t k) const { return static_cast<const double*>(reals_[k]->begin()); }

  std::array<std::unique_ptr<GuardedMemory>, kReals> reals_;
  std::unique_ptr<GuardedMemory> ids_;
  tycho_particles view_{};
};

}  // namespace tycho::library
