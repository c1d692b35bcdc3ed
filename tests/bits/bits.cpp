// Prints a checksum of all that a run holds after ten steps, for every variant of every algorithm:
// a line a variant. Two commits built by one compiler and run on one machine must print the same
// lines where the sums have a fixed order (`scripts/same_bits` compares them).
//
//   tycho_bits [--backend cpu|cuda] [--particles N] [--algorithm NAME]
//
// A variant is named by the words of its choices, in the contract's order, so that a setting may be
// renamed.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "core/algorithm.hpp"
#include "core/error.hpp"
#include "core/formulas/cosmology.hpp"
#include "core/philox.hpp"
#include "gpu/implementations.hpp"
#include "reference/implementations.hpp"
#if __has_include("g6/client/implementations.hpp")
#include "g6/client/implementations.hpp"
namespace tycho {
namespace library = g6::client;
}
#else
#include "harness/library/implementations.hpp"
#endif

namespace {

using namespace tycho;

constexpr int kSteps = 10;

/// FNV-1a over the bits of numbers.
class Sum {
 public:
  void add(std::uint64_t bits) {
    for (int byte = 0; byte < 8; ++byte)
      value_ = (value_ ^ (bits >> (8 * byte) & 0xff)) * 0x100000001b3ULL;
  }
  template <typename Values>
  void add_all(const Values& values) {
    add(values.size());
    for (const auto value : values)
      if constexpr (sizeof(value) == 8)
        add(std::bit_cast<std::uint64_t>(value));
      else
        add(static_cast<std::uint64_t>(value));
  }
  unsigned long long value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

/// What an algorithm is given besides its choices; a list where more than one value is worth a
/// line.
struct Setup {
  std::map<std::string, std::vector<double>> numbers;
  double box = 0;     // side of the box that the particles are drawn in; 0: a sphere of radius 1
  double box_y = 0;   // where it differs
  bool flat = false;  // z and vz are zero
  double velocity = 0.1;
};

Setup setup_of(std::string_view algorithm) {
  if (algorithm == "particle_mesh")
    return {
        {{"grid", {16}}, {"reorder", {0, 3}}, {"cycles", {3}}, {"levels", {3}}}, 1, 1, false, 0.3};
  if (algorithm == "pic")
    return {{{"nx", {32}},
             {"ny", {48}},
             {"tile_x", {8}},
             {"tile_y", {8}},
             {"cells_per_thread", {2}},
             {"group_room", {0, 1.02}},
             {"buffer_room", {0, 0.01}}},
            32,
            48,
            true,
            1};
  if (algorithm == "tree_pm") return {{{"rungs", {4}}}, 130, 130, false, 200};
  if (algorithm == "barnes_hut") return {{{"ncrit", {64}}, {"rungs", {5}}, {"leaf", {8}}}};
  return {};
}

/// Unequal masses, a close pair, a denser middle; in a box also particles on its faces.
Particles particles_of(const Setup& setup, std::size_t n) {
  Particles p(n);
  const Random random(20261116);
  for (std::size_t i = 0; i < n; ++i) {
    const auto u = [&](int draw) { return random.uniform(i, static_cast<std::uint32_t>(draw)); };
    if (setup.box > 0) {
      const double denser = i % 3 == 0 ? 0.25 : 1;
      p.set_position(
          i, {setup.box * denser * u(0), setup.box_y * u(1), setup.flat ? 0 : setup.box * u(2)});
    } else {
      const double r = std::pow(u(0), 1.5), c = 2 * u(1) - 1, angle = 6.283185307 * u(2);
      const double s = std::sqrt(1 - c * c);
      p.set_position(i, {r * s * std::cos(angle), r * s * std::sin(angle), r * c});
    }
    p.set_velocity(i, {setup.velocity * (u(3) - 0.4), setup.velocity * (u(4) - 0.5),
                       setup.flat ? 0 : setup.velocity * (u(5) - 0.6)});
    p.mass[i] = (0.3 + u(6)) / static_cast<double>(n);
    p.id[i] = 7 * i + 3;
  }
  p.set_position(2, p.position(1) + Vec3<double>{setup.box > 0 ? 1e-3 * setup.box : 1e-2, 0, 0});
  if (setup.box > 0) p.set_position(3, {0, setup.box_y * 0.5, 0});
  return p;
}

/// Masses as the contract demands them.
void give_masses(std::string_view algorithm, Particles& p, double cells) {
  const double n = static_cast<double>(p.size());
  if (algorithm == "pic") std::fill(p.mass.begin(), p.mass.end(), cells / n);
  if (algorithm == "particle_mesh") std::fill(p.mass.begin(), p.mass.end(), 1 / n);
  if (algorithm != "tree_pm") return;
  double all = 0;
  for (const double m : p.mass) all += m;
  for (double& m : p.mass) m *= particle_mass(Cosmology{}, 130, 1) / all;
}

void print_line(const Implementation& implementation, const Settings& settings,
                const Particles& initial, const std::string& label) {
  const auto algorithm = implementation.make(settings);
  algorithm->load(initial);
  SilentTimer silent(implementation.contract->stages);
  for (int s = 0; s < kSteps; ++s) algorithm->advance(silent);
  Particles p(initial.size());
  p.poison();
  algorithm->store(p);
  Sum particles, state, counted;
  for (const auto* values : {&p.mass, &p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.ax, &p.ay, &p.az})
    particles.add_all(*values);
  particles.add_all(p.id);
  const auto counters = algorithm->counters();
  double waits = -1;
  for (const auto& [name, value] : counters) {
    if (name == "host_waits")
      waits = value;
    else
      counted.add_all(std::vector<double>{value});
  }
  state.add_all(algorithm->checkpoint());
  for (const char* field :
       {"particle_potential", "density", "potential", "rung", "block_step", "jerk"})
    state.add_all(algorithm->field(field));
  std::printf("%s particles %016llx state %016llx counters %016llx waits %g\n", label.c_str(),
              particles.value(), state.value(), counted.value(), waits);
  std::fflush(stdout);
}

/// Every combination of words and listed numbers; those that do not go together are left out.
class Variants {
 public:
  Variants(const Implementation& implementation, Backend backend, std::size_t n)
      : implementation_(implementation),
        contract_(*implementation.contract),
        backend_(backend),
        setup_(setup_of(contract_.name)),
        initial_(particles_of(setup_, n)) {
    give_masses(contract_.name, initial_, setup_.box * setup_.box_y);
  }

  /// Returns how many there were.
  int print_all() {
    if (backend_ == Backend::kCpu) choose(0, Settings(contract_, backend_, 1), prefix(1));
    choose(0, Settings(contract_, backend_, 2), prefix(2));
    return printed_;
  }

 private:
  std::string prefix(int threads) const {
    return std::string(contract_.name) + " " + std::string(name(backend_)) +
           " n=" + std::to_string(initial_.size()) + " threads=" + std::to_string(threads);
  }

  void choose(std::size_t index, const Settings& settings, const std::string& label) {
    if (index == contract_.choices.size()) {
      number(setup_.numbers.begin(), settings, label);
      return;
    }
    const Choice& choice = contract_.choices[index];
    // FFTW's measured plans differ from run to run.
    if (!applies(choice.scope, backend_) || choice.name == "planner") {
      choose(index + 1, settings, label);
      return;
    }
    for (const std::string_view word : choice.values) {
      Settings chosen = settings;
      chosen.set(choice.name, word);
      choose(index + 1, chosen, label + " " + std::string(word));
    }
  }

  void number(std::map<std::string, std::vector<double>>::const_iterator next,
              const Settings& settings, const std::string& label) {
    if (next == setup_.numbers.end()) {
      try {
        print_line(implementation_, settings, initial_, label);
        ++printed_;
      } catch (const UsageError&) {
        // These settings do not go together.
      } catch (const std::exception& error) {
        std::printf("%s failed: %s\n", label.c_str(), error.what());
      }
      return;
    }
    const auto& [setting, values] = *next;
    for (const double value : values) {
      Settings given = settings;
      std::string longer = label;
      try {
        given.set(setting, value);
        if (values.size() > 1) longer += " " + std::to_string(value);
      } catch (const UsageError&) {  // of the other backend
        number(std::next(next), settings, label);
        return;
      }
      number(std::next(next), given, longer);
    }
  }

  const Implementation& implementation_;
  const Contract& contract_;
  Backend backend_;
  Setup setup_;
  Particles initial_;
  int printed_ = 0;
};

}  // namespace

int main(int count, char** words) {
  std::string backend = "cpu", algorithm;
  std::size_t n = 512;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string option = words[i];
    if (option == "--backend") backend = words[i + 1];
    if (option == "--algorithm") algorithm = words[i + 1];
    if (option == "--particles") n = std::strtoul(words[i + 1], nullptr, 10);
  }
  const bool cuda = backend == "cuda";
  if (cuda && !gpu::unavailable().empty()) {
    std::fprintf(stderr, "tycho_bits: %s\n", gpu::unavailable().c_str());
    return 3;
  }
  int silent = 0;  // algorithms that ran in no variant
  const auto print = [&](const Implementation& implementation) {
    const std::string name(implementation.contract->name);
    if (!algorithm.empty() && name != algorithm) return;
    if (Variants(implementation, cuda ? Backend::kCuda : Backend::kCpu, n).print_all() > 0) return;
    std::fprintf(stderr, "tycho_bits: no variant of %s ran\n", name.c_str());
    ++silent;
  };
  for (const auto& implementation : cuda ? gpu::implementations() : reference::implementations())
    print(implementation);
  for (const auto& implementation : library::implementations()) print(implementation);
  return silent == 0 ? 0 : 1;
}
