// Prints a checksum of all that a run holds after ten steps, for every variant of every algorithm:
// a line a variant. Two commits built by one compiler and run on one machine must print the same
// lines where the sums have a fixed order (`scripts/same_bits` compares them).
//
//   tycho_bits [--backend cpu|cuda] [--particles N] [--algorithm NAME]
//
// A variant is named by the words of its choices, in the contract's order, so that a setting may be
// renamed.
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "core/algorithm.hpp"
#include "core/error.hpp"
#include "gpu/implementations.hpp"
#include "reference/implementations.hpp"
#include "tests/any_problem.hpp"
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
