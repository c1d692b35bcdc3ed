// Makes the reference that tests/physics/universe_truth.cpp and the case cudagadget2013/truth hold
// TreePM against: a universe whose forces are Ewald's sums, from z = 126 to today.
//
//   tycho_truth --particles 4096 --box 65 --seed 1 --steps 192 [--threads 16] [--states] >FILE
//
// Prints JSON: what was run, the power of every band of waves today, and with --states the places
// of the particles at z = 19, 5 and 0 (at the first step that has come so far) in units of box /
// 2^24. Whether the steps are short enough is seen by running it again with half as many.
#include <cmath>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "core/contracts/tree_pm.hpp"
#include "core/error.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "harness/analysis/density_modes.hpp"
#include "harness/analysis/universe.hpp"
#include "harness/backends/list.hpp"
#include "harness/initial/initial.hpp"
#include "harness/result/build_info.hpp"

namespace tycho {
namespace {

constexpr double kUnits = 1 << 24;

nlohmann::json places(const Particles& p, double box) {
  auto all = nlohmann::json::array();
  for (std::size_t i = 0; i < p.size(); ++i)
    for (const double x : {p.x[i], p.y[i], p.z[i]})
      all.push_back(static_cast<long>(wrap_box(x, box) / box * kUnits));
  return all;
}

int run(std::map<std::string, std::string> given) {
  const auto number = [&](const char* name, double fallback) {
    return given.count(name) ? std::stod(given[name]) : fallback;
  };
  const auto n = static_cast<std::int64_t>(number("--particles", 4096));
  const auto steps = static_cast<std::int64_t>(number("--steps", 192));
  const int seed = static_cast<int>(number("--seed", 1));
  const double box = number("--box", 65), a_begin = 1.0 / 127;
  Settings settings(tree_pm::contract(), Backend::kCpu, static_cast<int>(number("--threads", 1)));
  settings.set("box", box);
  settings.set("a_begin", a_begin);
  settings.set("dt", -std::log(a_begin) / static_cast<double>(steps));
  settings.set("force", std::string_view("ewald"));
  settings.set("steps", std::string_view("individual"));
  settings.set("eta", number("--eta", 0.025));

  const Particles initial =
      initial::make_initial({{"kind", "cosmology"}, {"seed", seed}}, n, settings);
  std::unique_ptr<Algorithm> universe;
  for (const Implementation& each : backends::implementations(Backend::kCpu))
    if (each.contract == &tree_pm::contract()) universe = each.make(settings);
  universe->load(initial);
  SilentTimer silent(tree_pm::contract().stages);
  Particles p(initial.size());
  auto states = nlohmann::json::array();
  std::size_t next = 0;
  const double redshifts[] = {19, 5, 0};
  for (std::int64_t step = 1; step <= steps; ++step) {
    universe->advance(silent);
    const double a = analysis::scale_factor_after(settings, step);
    if (next == 3 || a * (1 + redshifts[next]) < 1 - 1e-9) continue;
    universe->store(p);
    if (given.count("--states"))
      states.push_back({{"redshift", 1 / a - 1}, {"places", places(p, box)}});
    ++next;
  }
  const int bands = static_cast<int>(std::lround(std::cbrt(static_cast<double>(n)))) / 2;
  std::vector<double> power = analysis::band_powers(p, box, bands);
  power.erase(power.begin());
  nlohmann::json out{{"particles", n},
                     {"box", box},
                     {"seed", seed},
                     {"steps", steps},
                     {"eta", number("--eta", 0.025)},
                     {"softening", settings.number("softening")},
                     {"commit", result::build_info().commit},
                     {"power", power}};
  if (!states.empty()) out["states"] = states;
  std::puts(out.dump().c_str());
  return 0;
}

}  // namespace
}  // namespace tycho

int main(int count, char** words) {
  std::map<std::string, std::string> given;
  for (int i = 1; i < count; ++i) {
    const std::string name = words[i];
    if (name == "--states")
      given[name] = "yes";
    else if (i + 1 < count)
      given[name] = words[++i];
  }
  try {
    return tycho::run(given);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tycho_truth: %s\n", error.what());
    return 2;
  }
}
