#include "core/contracts/tree_pm_work.hpp"

#include <algorithm>
#include <cmath>

#include "core/cube.hpp"
#include "core/formulas/compact_split.hpp"
#include "core/formulas/multipole.hpp"
#include "core/formulas/short_range.hpp"
#include "core/mesh/own_meshes.hpp"
#include "core/settings.hpp"
#include "core/tree/host_tree.hpp"

namespace tycho::tree_pm {

namespace {

double factor_flops(const Options& o) {
  if (o.split == SplitRule::kCompact) return kCompactFlops;
  return o.table ? kTableFlops : kErfcFlops;
}

/// Points of a body's cloud, and flops of its weights along the axes.
double cloud_points(const Options& o) { return o.split == SplitRule::kCompact ? 64 : 8; }
double weight_flops(const Options& o) { return o.split == SplitRule::kCompact ? 3 * 22 : 12; }

/// On a lattice: 0.3 with 8 bodies in a leaf, fewer with more.
double cells_per_body(const Options& o) { return std::min(1.2, 2.4 / o.leaf); }

/// Of mesh = device: the masses as whole numbers, the potential, with compact three slopes and a
/// second spectrum, and as much as both transforms may ask for.
std::int64_t device_mesh_bytes(const Split& split, std::int64_t real) {
  const std::int64_t side = split.grid, cells = side * side * side;
  const std::int64_t spectrum = side * side * (side / 2 + 1) * 2 * real;
  const std::int64_t fields = split.compact() ? 4 : 1, spectra = split.compact() ? 2 : 1;
  return cells * (8 + fields * real) + (spectra + 2) * spectrum;
}

}  // namespace

// A step with individual steps is counted as one shared step: work_share has the rest.
Work work(int stage, const Settings& settings, std::int64_t particles) {
  const Options o = options(settings);
  const double n = static_cast<double>(particles);
  const double real = o.single ? 4 : 8;
  const double cells = cells_per_body(o) * n;
  const double tree = 8 * real * cells;
  const double mesh = cube(split(settings, particles).grid);
  const bool device = o.scheme == Scheme::kDevice;
  const double of_body = device ? real : 8;  // a pull: with scheme = device in the walk's precision
  switch (stage) {
    case kSort: {  // position in, key and index out, and through the sort once; on the device the
                   // bodies move too, and with individual steps their pulls
      const double pulls = o.individual ? 2 * 4 * real : 0;
      const double moved = device ? 2 * (6 * 8 + 3 * real + 5) + 4 * real + pulls : 0;
      return {6 * n, (3 * 8 + 2 * 12 + moved) * n};
    }
    case kBuild:
      return {0, 8 * n + 12 * cells};
    case kMoments:
      return {10 * (n + cells), 4 * real * n + tree};
    case kGroup:
      return {10 * cells, tree};
    case kUpload:
      return {0, tree + 4 * real * n};
    case kWalk: {
      return {
          (tree::kMonopoleFlops + factor_flops(o)) * n * expected_interactions(settings, particles),
          tree + (4 + 4) * real * n};
    }
    case kDownload:
      return {0, 4 * real * n};
    case kDeposit: {  // weights, a product and a sum for each point of the cloud; masses on the
                      // device's mesh are whole numbers of 8 bytes
      const double cell = device && !o.mesh_on_host ? 8 : real;
      return {(weight_flops(o) + 4 * cloud_points(o)) * n, 4 * 8 * n + cell * mesh};
    }
    case kPoisson: {  // a real transform each way, and the filter reads and writes the spectrum;
                      // with compact three more back, of a factor times the spectrum each
      const double transform = 2.5 * mesh * std::log2(mesh), filter = 4 * mesh / 2;
      const double back = o.split == SplitRule::kCompact ? 4 : 1;
      return {transform + back * (transform + filter), (1 + 1 + back * (2 + 2)) * real * mesh};
    }
    case kInterpolate:
      if (o.split == SplitRule::kCompact)  // four products and sums a point, from four meshes
        return {(weight_flops(o) + (2 + 4 * 2) * cloud_points(o)) * n,
                (3 * 8 + 4 * real) * n + 4 * real * mesh};
      // three differences of four points, and the potential, eight times
      return {(12 + (3 * 5 + 2 + 4 * 2) * 8) * n, (3 * 8 + 4 * real) * n + real * mesh};
    case kKick:
    case kKickLong:
      return {2 * 6 * n, 2 * (6 * 8 + 3 * of_body) * n};
    case kDrift:
      return {(6 + 3) * n, 9 * 8 * n};
    // What comes to all ranks together, in the worst case: every body moved; every body and cell
    // imported once, and every position for the mesh. A run counts what came. With scheme = device
    // what comes to each rank, less its own share: the acceleration of every body that walked.
    case kMigrate:
      return {0, 21 * 8 * n};
    case kExchange:
      if (o.scheme == Scheme::kDevice) return {0, 3 * real * n};
      return {0, tree + (4 * real + 4 * 8) * n};
  }
  return {};
}

MemoryNeed memory(const Settings& settings, std::int64_t particles) {
  // Beside what host_bytes() counts: bodies on their way, a mesh that is read out, and the planes
  // that two spectra have beyond half of the modes.
  constexpr std::int64_t kBody = 18 * 8 + 1;
  const std::int64_t grid = split(settings, particles).grid;
  const std::int64_t host = host_bytes(particles, settings) +
                            tree::passing_bytes(particles, kBody) + 8 * grid * grid * (grid + 4);
  if (settings.backend() == Backend::kCpu) return {host, 0};
  const Options o = options(settings);
  const std::int64_t real = o.single ? 4 : 8;
  if (o.scheme != Scheme::kDevice) return {host, tree::copied_bytes(particles, o.leaf, real)};
  const std::int64_t pulls = 2 * 4 * real * particles;
  const std::int64_t bodies = tree::device_bytes(particles, o.leaf, real) + pulls;
  if (!o.mesh_on_host)
    return {tree::kHostBytesOfDeviceBody * particles,
            bodies + device_mesh_bytes(split(settings, particles), real)};
  return {tree::kHostBytesOfDeviceBody * particles + host, bodies};
}

std::int64_t host_bytes(std::int64_t particles, const Settings& settings) {
  // Of a body: id, mass twice, position, velocity, two accelerations and potentials, rung and its
  // index in the tree's order.
  std::int64_t bodies = particles * (17 * 8 + 1 + 4);
  if (options(settings).scheme == Scheme::kBest)
    bodies = 2 * bodies + particles * 2 * 4;  // and as given
  const std::int64_t grid = split(settings, particles).grid, cells = grid * grid * grid;
  // Masses, potential and spectrum, with compact three slopes and a second spectrum; one mesh more
  // for every other thread that deposits.
  const std::int64_t meshes =
      8 * cells * (options(settings).split == SplitRule::kCompact ? 7 : 3) +
      std::min<std::int64_t>(8 * cells * (settings.threads() - 1), mesh::kMostBytes);
  return bodies + meshes + tree::tree_bytes(particles, options(settings).leaf, false);
}

// The bodies within the cut in a box without structure; on a lattice the cells reach a little
// further.
double expected_interactions(const Settings& settings, std::int64_t particles) {
  const Split s = split(settings, particles);
  const double n = static_cast<double>(particles);
  const double separation = s.box / std::cbrt(n);
  return std::min(n, 4.18879 * cube(s.cut / separation));
}

double work_share(int stage, const Settings& settings, const tree::WorkDone& done) {
  switch (stage) {
    case kWalk:
      return done.of_interactions(expected_interactions(settings, done.particles));
    case kExchange:
      return options(settings).scheme == Scheme::kDevice ? done.of_walks() : done.of_trees();
    case kKick:
    case kDownload:
      return done.of_walks();
    case kDeposit:
    case kPoisson:
    case kInterpolate:
    case kKickLong:
      return 1;
  }
  return done.of_trees();
}

}  // namespace tycho::tree_pm
