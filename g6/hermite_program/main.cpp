// g6_hermite: a small client of the GRAPE-6 library, as kira was (belleman2007, section 4.2). It
// integrates a Plummer sphere with block time steps and prints what it did as JSON. Which engine
// computes the forces is the library's affair: TYCHO_G6_ENGINE and the others (docs/g6.md).
//
//   g6_hermite -n 1024 -t 0.25 --eps 0.00390625 --accuracy 0.3 --seed 1
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/contracts/hermite_library.hpp"
#include "core/units.hpp"
#include "g6/client/hermite_library.hpp"
#include "harness/checks/diagnostics.hpp"
#include "harness/initial/initial.hpp"

namespace {

using namespace tycho;

double energy(Algorithm& client) {
  Particles now;
  client.store(now);
  return checks::total_energy(now, client.field("particle_potential")).total();
}

std::string variable(const char* name, const char* otherwise) {
  const char* const value = std::getenv(name);
  return value && *value ? value : otherwise;
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Hermite integration of a Plummer sphere through the GRAPE-6 library");
  std::int64_t n = 1024;
  double end = 0.25;
  std::uint64_t seed = 1;
  hermite::StepOptions options;
  options.softening = 0x1p-8;
  options.accuracy = 0.3;
  options.step_least = 0x1p-30;
  options.step_most = 0x1p-6;
  app.add_option("-n", n, "particles")->check(CLI::Range(2, 1 << 25));
  app.add_option("-t", end, "time to run for, N-body units")->check(CLI::PositiveNumber);
  app.add_option("--eps", options.softening, "softening")->check(CLI::NonNegativeNumber);
  app.add_option("--accuracy", options.accuracy, "accuracy parameter a")
      ->check(CLI::PositiveNumber);
  app.add_option("--seed", seed, "of the initial condition");
  CLI11_PARSE(app, argc, argv);
  if (!(hermite::on_grid(end, options.step_least)))
    throw std::runtime_error("-t must be a multiple of the smallest block step, 2^-30");
  // No step may pass the end: all particles are to be there together.
  while (!hermite::on_grid(end, options.step_most)) options.step_most /= 2;
  options.dt = options.step_most;

  const std::unique_ptr<Algorithm> client = g6::client::make_hermite(
      options, {variable("TYCHO_G6_ENGINE", "auto"), variable("TYCHO_G6_PRECISION", "ds"), 0});
  client->load(initial::make_initial({{"kind", "plummer"}, {"seed", seed}}, n));
  const double energy_at_start = energy(*client);
  const auto start = std::chrono::steady_clock::now();
  SilentTimer silent(hermite_library::contract().stages);
  std::int64_t spans = 0;
  while (options.dt * static_cast<double>(spans) < end) {
    client->advance(silent);
    ++spans;
  }
  const double seconds = Seconds(std::chrono::steady_clock::now() - start).count();
  const double energy_at_end = energy(*client);
  const auto counted = [counters = client->counters()](const char* name) {
    return static_cast<std::int64_t>(counters.at(name));
  };
  const double pairs = static_cast<double>(counted("particle_steps")) * static_cast<double>(n);
  const nlohmann::ordered_json record{
      {"n", n},
      {"t", options.dt * static_cast<double>(spans)},
      {"eps", options.softening},
      {"accuracy", options.accuracy},
      {"seed", seed},
      {"time_s", seconds},
      {"steps", counted("particle_steps")},
      {"blocks", counted("block_steps")},
      {"steps_at_floor", counted("steps_at_floor")},
      {"pairs", pairs},
      {"pairs_per_s", pairs / seconds},
      {"energy", energy_at_start},
      {"dE", (energy_at_start - energy_at_end) / energy_at_start},  // belleman2007, eq. 2
  };
  std::cout << record.dump(2) << std::endl;
  return 0;
} catch (const std::exception& error) {
  std::cerr << "g6_hermite: " << error.what() << std::endl;
  return 1;
}
