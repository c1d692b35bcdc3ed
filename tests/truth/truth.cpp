// Makes the references that tests/physics/universe_truth.cpp and the case cudagadget2013/truth hold
// TreePM against: a universe whose forces are Ewald's sums, from z = 126 to today.
//
//   tycho_truth --particles 4096 --box 65 --seed 1 --steps 192 [--threads 16] [--states] >FILE
//
// Prints JSON: what was run; the power of every band of waves today; by how far the forces of
// TreePM, as it is set by default, were off on this universe's own states at z = 126, 19, 5 and 0
// (at the first step that has come so far): their slope on Ewald's in every band, and percentiles
// of the errors of single bodies. With --states the last three states, with --last-state today's
// alone, so that tests can ask the same of another TreePM: places of particles in units of
// box / 2^16, four hexadecimal digits each. Whether the steps are short enough is seen by running
// it again with twice as many. With --backend cuda the forces held against Ewald's are those of a
// GPU, by walks of groups in single precision.
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
#include "harness/checks/check.hpp"
#include "harness/initial/initial.hpp"
#include "harness/result/build_info.hpp"

namespace tycho {
namespace {

std::string places(const Particles& p, double box) {
  std::string all;
  for (std::size_t i = 0; i < p.size(); ++i)
    for (const double x : {p.x[i], p.y[i], p.z[i]}) {
      char digits[8];
      std::snprintf(digits, sizeof digits, "%04x",
                    static_cast<unsigned>(wrap_box(x, box) / box * (1 << 16)));
      all += digits;
    }
  return all;
}

std::unique_ptr<Algorithm> made(const Settings& settings) {
  for (const Implementation& each : backends::implementations(settings.backend()))
    if (each.contract == &tree_pm::contract()) return each.make(settings);
  throw UsageError("there is no tree_pm in this build");
}

/// What TreePM's forces are on a state, beside Ewald's.
nlohmann::json forces_of_tree_pm(const Settings& settings, const Particles& state, int bands) {
  checks::Observed observed;
  observed.settings = &settings;
  observed.initial = observed.final = &state;
  observed.begin_anew = [&](const Particles& particles, std::int64_t) {
    const auto algorithm = made(settings);
    algorithm->load(particles);
    Particles out(particles.size());
    algorithm->store(out);
    return out;
  };
  const auto found = [&](const char* name, std::map<std::string, double> parameters) {
    return checks::apply({name, 1, "told, not judged", std::move(parameters), {}, 0}, observed)
        .details;
  };
  const auto slopes = found("force_slope", {{"modes", bands}});
  const auto errors = found("force_error", {{"start", 1}});
  nlohmann::json out{{"median", errors.at("p50")}, {"p99", errors.at("p99")}};
  for (int band = 1; band <= bands; ++band)
    out["slope"].push_back(slopes.at("slope_" + std::to_string(band)));
  return out;
}

int run(std::map<std::string, std::string> given) {
  const auto number = [&](const char* name, double fallback) {
    return given.count(name) ? std::stod(given[name]) : fallback;
  };
  const auto n = static_cast<std::int64_t>(number("--particles", 4096));
  const auto steps = static_cast<std::int64_t>(number("--steps", 192));
  const int seed = static_cast<int>(number("--seed", 1));
  const double box = number("--box", 65), a_begin = 1.0 / 127;
  const int bands = static_cast<int>(std::lround(std::cbrt(static_cast<double>(n)))) / 2;
  const int threads = static_cast<int>(number("--threads", 1));
  const bool on_gpu = given.count("--backend") && given["--backend"] == "cuda";
  const auto settings_of = [&](Backend backend) {
    Settings of(tree_pm::contract(), backend, backend == Backend::kCuda ? 1 : threads);
    of.set("box", box);
    of.set("a_begin", a_begin);
    if (backend == Backend::kCuda) of.set("precision", std::string_view("fp32"));
    return of;
  };
  const Settings by_tree_pm = settings_of(on_gpu ? Backend::kCuda : Backend::kCpu);
  Settings settings = settings_of(Backend::kCpu);
  settings.set("dt", -std::log(a_begin) / static_cast<double>(steps));
  settings.set("force", std::string_view("ewald"));
  settings.set("steps", std::string_view("individual"));
  settings.set("eta", number("--eta", 0.025));

  const Particles initial =
      initial::make_initial({{"kind", "cosmology"}, {"seed", seed}}, n, settings);
  const std::unique_ptr<Algorithm> universe = made(settings);
  universe->load(initial);
  SilentTimer silent(tree_pm::contract().stages);
  Particles p(initial.size());
  std::size_t next = 0;
  auto forces = nlohmann::json::array(), states = nlohmann::json::array();
  const auto look = [&](double redshift, const Particles& state) {
    nlohmann::json found = forces_of_tree_pm(by_tree_pm, state, bands / 2);
    found["redshift"] = redshift;
    forces.push_back(found);
  };
  look(1 / a_begin - 1, initial);
  const double redshifts[] = {19, 5, 0};
  for (std::int64_t step = 1; step <= steps; ++step) {
    universe->advance(silent);
    const double a = analysis::scale_factor_after(settings, step);
    if (next == 3 || a * (1 + redshifts[next]) < 1 - 1e-9) continue;
    universe->store(p);
    look(1 / a - 1, p);
    if (given.count("--states") || (given.count("--last-state") && step == steps))
      states.push_back({{"redshift", 1 / a - 1}, {"places", places(p, box)}});
    ++next;
  }
  std::vector<double> power = analysis::band_powers(p, box, bands);
  power.erase(power.begin());
  nlohmann::json out{{"particles", n},
                     {"box", box},
                     {"seed", seed},
                     {"steps", steps},
                     {"eta", number("--eta", 0.025)},
                     {"softening", settings.number("softening")},
                     {"commit", result::build_info().commit},
                     {"split", by_tree_pm.choice("split")},
                     {"power", power},
                     {"forces", forces}};
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
    if (name == "--states" || name == "--last-state")
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
