#include "tests/ranks/over_mpi/mesh_in_slabs.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/mesh/host_mesh.hpp"
#include "core/mesh/slab_transform.hpp"
#include "core/settings.hpp"

namespace tycho::test {

namespace {

// Of 7 ranks one has none of 12 planes.
constexpr int kSide = 12;

Settings settings_of(const std::string& split, Ranks& ranks) {
  Settings settings(tree_pm::contract(), Backend::kCpu, 1);
  settings.set("grid", kSide);
  settings.set("split", std::string_view(split));
  settings.set("planner", std::string_view("fftw_mpi"));
  settings.share_among(ranks);
  return settings;
}

/// Masses without any symmetry, and the potential that they have.
std::unique_ptr<mesh::HostMesh> solved(const Settings& settings) {
  auto made =
      std::make_unique<mesh::HostMesh>(tree_pm::split(settings, 216), tree_pm::options(settings));
  for (std::size_t i = 0; i < made->masses.size(); ++i)
    made->masses[i] = 1 + std::sin(0.7 * static_cast<double>(i * i % 1009));
  mesh::poisson(*made);
  return made;
}

/// FFTW adds in another order: tried, 4e-16 of the largest value.
void require_alike(const std::vector<double>& found, const std::vector<double>& expected,
                   const std::string& what, const Ranks& ranks) {
  double largest = 0, apart = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    apart = std::max(apart, std::abs(found[i] - expected[i]));
  }
  if (found.size() != expected.size() || !(largest > 0) || !(apart <= 1e-14 * largest))
    throw std::logic_error(what + ": " + std::to_string(apart / largest) +
                           " of the largest value off on rank " + std::to_string(ranks.rank()));
}

}  // namespace

bool check_mesh_in_slabs(Ranks& ranks) {
  const bool there = ranks.slab_transform(kSide) != nullptr;
  for (const char* split : {"compact", "published"}) {
    const Settings shared = settings_of(split, ranks);
    if (!there && !ranks.alone()) {
      try {
        solved(shared);
      } catch (const Unavailable&) {
        continue;
      }
      throw std::logic_error("a build without FFTW for MPI has planner = fftw_mpi");
    }
    const auto found = solved(shared), expected = solved(settings_of(split, alone()));
    require_alike(found->potential, expected->potential, std::string(split) + ", potential", ranks);
    if (found->split.compact())
      for (std::size_t axis = 0; axis < 3; ++axis)
        require_alike(found->pull[axis], expected->pull[axis], "slope", ranks);
  }
  return there;
}

}  // namespace tycho::test
