// Which settings and particles a plasma refuses.
#include <atomic>
#include <cmath>
#include <sstream>

#include "core/available_threads.hpp"
#include "core/contracts/pic.hpp"
#include "core/error.hpp"
#include "core/parallel_for.hpp"

namespace tycho::pic {

namespace {

struct Named {
  const char* name;
  int value;
};

std::string equation(const Named& setting) {
  return std::string(setting.name) + " = " + std::to_string(setting.value);
}

void require_divisor(const Named& part, const Named& side) {
  if (side.value % part.value == 0) return;
  throw UsageError(equation(part) + " does not divide " + equation(side));
}

}  // namespace

void require_sound(const Options& o) {
  const Named nx{"nx", o.nx}, ny{"ny", o.ny};
  for (const Named& side : {nx, ny})
    if (side.value % 2 != 0)
      throw UsageError(equation(side) +
                       " must be even: the real transform packs two points into one");
  if (o.best && o.layout != Layout::kOrdered)
    throw UsageError("loop = best goes with layout = ordered only: it works cell by cell");
  if (o.ranks && !o.ranks->alone() && !unfit_for_ranks(o).empty())
    throw UsageError(unfit_for_ranks(o));
  if (!o.cuda) return;
  if (o.layout == Layout::kOrdered) {
    require_divisor({"cells_per_thread", o.cells_per_thread}, nx);
    if (!o.deterministic)
      throw UsageError("deterministic = no goes with layout = tiled only: ordered always is");
  } else {
    require_divisor({"tile_x", o.tile_x}, nx);
    require_divisor({"tile_y", o.tile_y}, ny);
  }
}

std::string unfit_for_ranks(const Options& o) {
  if (o.cuda) return "pic is shared among ranks on the CPU only: take one rank";
  if (o.best) return "loop = best runs on one rank: ranks share the plain loops";
  if (o.fft != Fft::kLibrary)
    return "fft = batched runs on one rank: ranks share the transforms of the library";
  if (o.measure_plans)
    return "planner = measure runs on one rank: ranks that measure would take different plans";
  return {};
}

void require_sound(const Options& o, const Particles& p) {
  if (p.size() == 0) throw UsageError("a plasma needs at least one particle");
  const double nx = o.nx, ny = o.ny;
  const double mass = particle_mass(o, static_cast<std::int64_t>(p.size()));
  const auto inside = [&](std::size_t i) {
    return p.x[i] >= 0 && p.x[i] < nx && p.y[i] >= 0 && p.y[i] < ny;
  };
  const auto moving = [&](std::size_t i) {
    return std::isfinite(p.vx[i]) && std::isfinite(p.vy[i]);
  };
  const auto sound = [&](std::size_t i) {
    return inside(i) && moving(i) && std::abs(p.mass[i] - mass) <= 1e-9 * mass;
  };
  std::atomic<bool> all_sound = true;
  parallel_for(p.size(), available_threads(), [&](std::size_t i) {
    if (!sound(i)) all_sound = false;
  });
  for (std::size_t i = 0; !all_sound; ++i) {
    if (sound(i)) continue;
    std::ostringstream out;
    out << "particle " << i << " (id " << p.id[i] << ") ";
    if (!inside(i))
      out << "is at (" << p.x[i] << ", " << p.y[i] << "), outside the " << nx << " x " << ny
          << " cells of the box";
    else if (!moving(i))
      out << "moves at (" << p.vx[i] << ", " << p.vy[i] << "): velocities must be finite";
    else
      out << "has mass " << p.mass[i] << ", not nx ny / N = " << mass;
    throw UsageError(out.str());
  }
}

std::string too_fast(std::int64_t particles, double dt) {
  std::ostringstream out;
  out << particles << (particles == 1 ? " particle" : " particles")
      << " moved by more than one cell in a step of dt = " << dt
      << ": particles in order can be followed into the next cell only; take a smaller dt";
  return out.str();
}

}  // namespace tycho::pic
