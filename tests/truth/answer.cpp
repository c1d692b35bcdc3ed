// Answers a program that is not tycho: what tycho makes of particles, and what its formulas give.
// One question on standard input, one answer on standard output, both JSON; scripts/against_others
// asks.
//
//   {"ask": "particles", "algorithm": "hermite", "backend": "cpu", "settings": {"dt": 0.25},
//    "initial": {"kind": "plummer", "seed": 1}, "n": 1024}          the initial condition
//   {"ask": "steps", ..., "particles": {"mass": [], "x": [], ...}, "steps": 3, "fields":
//   ["density"]}
//        particles, accelerations and fields after 0 or more steps, from an initial condition or
//        from the particles given
//   {"ask": "cosmology", "omega_m": 0.25, "hubble": 0.7, "a": [], "k": [], "spectrum": {...}}
//   {"ask": "structure", "box": 130, "density": 1, "mesh": 32, "particles": {...}}
//        the power spectrum, groups of friends of friends, haloes
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/formulas/cosmology.hpp"
#include "core/formulas/virial_overdensity.hpp"
#include "harness/analysis/friends.hpp"
#include "harness/analysis/haloes.hpp"
#include "harness/analysis/power_spectrum.hpp"
#include "harness/backends/list.hpp"
#include "harness/initial/initial.hpp"
#include "harness/initial/linear_spectrum.hpp"

namespace {

using namespace tycho;
using nlohmann::json;

json to_json(const Particles& p) {
  return {{"mass", p.mass}, {"x", p.x},   {"y", p.y},   {"z", p.z},   {"vx", p.vx}, {"vy", p.vy},
          {"vz", p.vz},     {"ax", p.ax}, {"ay", p.ay}, {"az", p.az}, {"id", p.id}};
}

Particles from_json(const json& given) {
  Particles p(given.at("mass").size());
  const auto take = [&](const char* name, std::vector<double>& values) {
    if (given.contains(name)) given.at(name).get_to(values);
    if (values.size() != p.size()) throw UsageError(std::string(name) + " is of another length");
  };
  take("mass", p.mass);
  take("x", p.x);
  take("y", p.y);
  take("z", p.z);
  take("vx", p.vx);
  take("vy", p.vy);
  take("vz", p.vz);
  return p;
}

Backend backend_of(const json& question) {
  const std::string asked = question.value("backend", "cpu");
  for (const Backend backend : {Backend::kCpu, Backend::kCuda})
    if (name(backend) == asked) return backend;
  throw UsageError("no backend '" + asked + "'");
}

const Implementation& implementation_of(const json& question) {
  const std::string asked = question.at("algorithm");
  for (const Implementation& entry : backends::implementations(backend_of(question)))
    if (entry.contract->name == asked) return entry;
  throw UsageError("no algorithm '" + asked + "' on this backend");
}

Settings settings_of(const json& question) {
  Settings settings(*implementation_of(question).contract, backend_of(question),
                    question.value("threads", 2));
  const json given = question.value("settings", json::object());
  for (const auto& [name, value] : given.items()) {
    if (value.is_string())
      settings.set(name, std::string_view(value.get_ref<const std::string&>()));
    else
      settings.set(name, value.get<double>());
  }
  return settings;
}

Particles particles_of(const json& question) {
  if (question.contains("particles")) return from_json(question.at("particles"));
  return initial::make_initial(question.at("initial"), question.at("n"), settings_of(question));
}

json steps(const json& question) {
  const Settings settings = settings_of(question);
  const auto algorithm = implementation_of(question).make(settings);
  const Particles initial = particles_of(question);
  algorithm->load(initial);
  SilentTimer silent(settings.contract().stages);
  for (int step = 0; step < question.value("steps", 0); ++step) algorithm->advance(silent);
  Particles now(initial.size());
  now.poison();
  algorithm->store(now);
  json answer{{"particles", to_json(now)}, {"counters", algorithm->counters()}};
  for (const std::string& name : question.value("fields", std::vector<std::string>{}))
    answer["fields"][name] = algorithm->field(name);
  return answer;
}

json cosmology(const json& question) {
  const Cosmology c{question.at("hubble"), question.at("omega_m"),
                    question.value("omega_lambda", 1 - question.at("omega_m").get<double>())};
  json answer{{"gravity", kGravity}, {"critical_density", critical_density(c)}};
  for (const double a : question.value("a", std::vector<double>{})) {
    answer["expansion"].push_back(expansion(c, a));
    answer["growth"].push_back(growth_factor(c, a));
    answer["growth_rate"].push_back(growth_rate(c, a));
    answer["virial_overdensity"].push_back(virial_overdensity(omega_m_at(c, a)));
  }
  if (question.contains("spectrum")) {
    const json& given = question.at("spectrum");
    const initial::LinearSpectrum spectrum(
        {c.omega_m, given.at("omega_b"), c.hubble, given.at("n_s"), given.at("sigma_8")});
    for (const double k : question.value("k", std::vector<double>{})) {
      answer["power"].push_back(spectrum.power(k));
      answer["transfer"].push_back(spectrum.transfer(k));
    }
    answer["sigma_8"] = spectrum.sigma(8 / c.hubble);
  }
  return answer;
}

json structure(const json& question) {
  const Particles p = particles_of(question);
  const double box = question.at("box");
  const analysis::PowerSpectrum power = analysis::power_spectrum(p, box, question.at("mesh"));
  const double separation = box / std::cbrt(static_cast<double>(p.size()));
  const analysis::Groups groups =
      analysis::friends_of_friends(p, box, analysis::kLinking * separation, 1);
  json sizes = json::array(), haloes = json::array();
  for (std::size_t g = 0; g < groups.size(); ++g) sizes.push_back(groups[g].size());
  for (const analysis::Halo& halo :
       analysis::find_haloes(analysis::CellList(p, box), question.at("density")))
    haloes.push_back({{"mass", halo.mass},
                      {"particles", halo.particles},
                      {"centre", {halo.centre.x, halo.centre.y, halo.centre.z}}});
  return {{"k", power.k},
          {"power", power.power},
          {"shot_noise", power.shot_noise},
          {"groups", sizes},
          {"haloes", haloes}};
}

json answer(const json& question) {
  const std::string asked = question.at("ask");
  if (asked == "particles") return to_json(particles_of(question));
  if (asked == "steps") return steps(question);
  if (asked == "cosmology") return cosmology(question);
  if (asked == "structure") return structure(question);
  throw UsageError("'" + asked + "' is none of particles, steps, cosmology, structure");
}

}  // namespace

int main() try {
  std::cout << answer(json::parse(std::cin)).dump() << std::endl;
  return 0;
} catch (const std::exception& error) {
  std::cerr << "answer: " << error.what() << std::endl;
  return 1;
}
