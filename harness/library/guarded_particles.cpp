#include "harness/library/guarded_particles.hpp"

#include <cstring>

namespace tycho::library {

namespace {

constexpr const char* kNames[] = {"mass", "x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az"};

/// The arrays of a set of particles, in the order of kNames.
template <typename P>
auto arrays(P& p) {
  return std::array{&p.mass, &p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.ax, &p.ay, &p.az};
}

}  // namespace

GuardedParticles::GuardedParticles(const std::string& what, std::size_t particles) {
  double** const pointers[] = {&view_.mass, &view_.x,  &view_.y,  &view_.z,  &view_.vx,
                               &view_.vy,   &view_.vz, &view_.ax, &view_.ay, &view_.az};
  static_assert(std::size(pointers) == kReals && std::size(kNames) == kReals);
  for (std::size_t k = 0; k < kReals; ++k) {
    reals_[k] = std::make_unique<GuardedMemory>(std::string(kNames[k]) + " of " + what,
                                                particles * sizeof(double));
    *pointers[k] = static_cast<double*>(reals_[k]->begin());
  }
  ids_ = std::make_unique<GuardedMemory>("id of " + what, particles * sizeof(std::uint64_t));
  view_.id = static_cast<std::uint64_t*>(ids_->begin());
  view_.count = static_cast<std::int64_t>(particles);
}

void GuardedParticles::allow(Access access) {
  for (const auto& piece : reals_) piece->allow(access);
  ids_->allow(access);
}

void GuardedParticles::fill(const Particles& particles) {
  const auto from = arrays(particles);
  for (std::size_t k = 0; k < kReals; ++k)
    std::memcpy(reals_[k]->begin(), from[k]->data(), size() * sizeof(double));
  std::memcpy(ids_->begin(), particles.id.data(), size() * sizeof(std::uint64_t));
}

void GuardedParticles::fill_with_nan() {
  for (const auto& piece : reals_) piece->fill_with_nan();
  ids_->fill_with_nan();
}

void GuardedParticles::copy_to(Particles& particles) const {
  const auto to = arrays(particles);
  for (std::size_t k = 0; k < kReals; ++k) to[k]->assign(real(k), real(k) + size());
  particles.id.assign(view_.id, view_.id + size());
}

bool GuardedParticles::same_bits(const Particles& particles) const {
  const auto other = arrays(particles);
  for (std::size_t k = 0; k < kReals; ++k)
    if (std::memcmp(real(k), other[k]->data(), size() * sizeof(double)) != 0) return false;
  return std::memcmp(view_.id, particles.id.data(), size() * sizeof(std::uint64_t)) == 0;
}

void GuardedParticles::require_whole() const {
  for (const auto& piece : reals_) piece->require_whole();
  ids_->require_whole();
}

}  // namespace tycho::library
