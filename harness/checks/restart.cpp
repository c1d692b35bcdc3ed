// How far particles are, after `steps` more steps, from where they would be had the run not been
// broken off: written to a snapshot, read back and begun anew at its time. In units of the farthest
// way that any went meanwhile. A quantity that a snapshot holds in other units than the run, or not
// at all, shows here.
#include <filesystem>
#include <numeric>
#include <random>
#include <string>

#include "harness/checks/kinds.hpp"
#include "harness/checks/with_nan.hpp"
#include "harness/snapshot/snapshot_header.hpp"

namespace tycho::checks {

namespace {

constexpr CheckParameter kParameters[] = {{"steps", 2, 1, 1000, "gone on"}};

/// A file that is gone at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::filesystem::path& folder)
      : path_(folder / ("tycho-restart-" + std::to_string(std::random_device()()) + ".hdf5")) {}
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

Particles through_a_file(const Observed& observed) {
  const TemporaryFile file(observed.scratch);
  snapshot::write_snapshot(file.path(),
                           snapshot::snapshot_header(*observed.settings, observed.verified_steps),
                           *observed.final);
  return snapshot::read_snapshot(file.path()).particles;
}

double largest(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0, larger);
}

Measured measure(const terms::CheckSpec& spec, const Observed& observed) {
  if (!observed.go_on || !observed.begin_anew) return lacking("ways_to_go_on");
  const auto steps = static_cast<std::int64_t>(parameter(spec, restart(), "steps"));
  const Vec3<double> box = periodic_box(*observed.settings);
  const Particles unbroken = observed.go_on(steps);
  // Without HDF5 the particles are handed over as they are.
  const Particles begun_anew = observed.begin_anew(
      snapshot::can_snapshot() ? through_a_file(observed) : *observed.final, steps);
  const std::vector<double> apart = distances(begun_anew, unbroken, box);
  const std::vector<double> moved = distances(unbroken, *observed.final, box);
  if (apart.empty() || moved.empty()) return lacking("matching_ids");
  const double farthest = largest(moved), most = largest(apart);
  return {
      most / farthest,
      {{"apart", most}, {"moved", farthest}, {"through_a_file", snapshot::can_snapshot() ? 1 : 0}}};
}

}  // namespace

const Kind& restart() {
  static const Kind kind{"restart",
                         "distance from the unbroken run after going on from a snapshot, over the "
                         "farthest way of any particle",
                         kParameters,
                         Needs::kNothing,
                         measure,
                         Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
