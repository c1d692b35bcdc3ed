#include "harness/measure/kick_part.hpp"

#include <algorithm>
#include <vector>

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/softening.hpp"
#include "harness/measure/statistics.hpp"

namespace tycho::measure {

namespace {

constexpr std::size_t kMostBodies = 128;
// Of the velocity: what two steps of single precision add up without losing half of it to rounding.
constexpr double kSmallestKick = 1e-6;

/// One body in two states, whose particles may be in any order.
struct Body {
  std::size_t at_start, at_end;
};

/// Bodies that moved, evenly over all ids. Where few bodies step and the others stand still, these
/// others are not judged.
std::vector<Body> some_that_moved(const Particles& initial, const Particles& final) {
  const std::vector<std::size_t> start = checks::order_of_ids(initial);
  const std::vector<std::size_t> end = checks::order_of_ids(final);
  std::vector<Body> moved;
  for (std::size_t k = 0; k < start.size(); ++k) {
    const auto differs = [&](const Vec3<double>& a, const Vec3<double>& b) {
      return checks::length(a - b) > 0;
    };
    if (differs(initial.position(start[k]), final.position(end[k])) ||
        differs(initial.velocity(start[k]), final.velocity(end[k])))
      moved.push_back({start[k], end[k]});
  }
  const std::size_t every = (moved.size() + kMostBodies - 1) / kMostBodies;
  std::vector<Body> some;
  for (std::size_t k = 0; k < moved.size(); k += every) some.push_back(moved[k]);
  return some;
}

/// `kicks` are those of the bodies.
std::optional<double> median_part(const std::vector<Body>& bodies, const Particles& initial,
                                  const Particles& final, const std::vector<Vec3<double>>& kicks) {
  std::vector<double> parts;  // of the kick, along it
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const Vec3<double> before = initial.velocity(bodies[k].at_start);
    const double kick = checks::length(kicks[k]);
    if (!(kick > kSmallestKick * checks::length(before))) continue;
    const Vec3<double> changed = final.velocity(bodies[k].at_end) - before;
    parts.push_back(dot(changed, kicks[k]) / (kick * kick));
  }
  if (parts.empty()) return std::nullopt;
  return summarize(parts).median;
}

}  // namespace

std::optional<double> kick_part(const Particles& initial, const Particles& final,
                                const Settings& settings, double time) {
  const std::vector<Body> bodies = some_that_moved(initial, final);
  std::vector<std::size_t> at_start, at_end;
  for (const Body& body : bodies) {
    at_start.push_back(body.at_start);
    at_end.push_back(body.at_end);
  }
  const auto first = checks::direct_accelerations(
      initial, checks::softening_of(settings, initial, initial), at_start);
  const auto last =
      checks::direct_accelerations(final, checks::softening_of(settings, initial, final), at_end);
  std::vector<Vec3<double>> kicks;
  for (std::size_t k = 0; k < bodies.size(); ++k)
    kicks.push_back((0.5 * time) * (first[k] + last[k]));
  return median_part(bodies, initial, final, kicks);
}

std::optional<double> kick_part(const Particles& initial, const Particles& final,
                                const Particles& reference) {
  const std::vector<Body> bodies = some_that_moved(initial, final);
  const std::vector<std::size_t> by_id = checks::order_of_ids(reference);
  std::vector<Vec3<double>> kicks;
  for (const Body& body : bodies) {
    const auto same = std::lower_bound(
        by_id.begin(), by_id.end(), initial.id[body.at_start],
        [&](std::size_t index, std::uint64_t id) { return reference.id[index] < id; });
    kicks.push_back(reference.velocity(*same) - initial.velocity(body.at_start));
  }
  return median_part(bodies, initial, final, kicks);
}

}  // namespace tycho::measure
