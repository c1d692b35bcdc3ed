#include "harness/measure/mode.hpp"

#include <numbers>

#include "harness/initial/initial.hpp"
#include "harness/initial/plasma.hpp"

namespace tycho::measure {

namespace {

/// exp(-2 pi i m x / n) for all x.
std::vector<std::complex<double>> wave(int m, int n) {
  std::vector<std::complex<double>> values;
  for (int x = 0; x < n; ++x)
    values.push_back(std::polar(1.0, -2 * std::numbers::pi * (std::int64_t{m} * x % n) / n));
  return values;
}

}  // namespace

ModeOf mode_of(Algorithm& algorithm, const Settings& settings, const nlohmann::json& initial) {
  const auto mode = initial::seeded_mode(initial);
  if (!mode) return nullptr;
  const Plasma plasma = initial::require_plasma(settings);
  const auto along_x = wave((*mode)[0], plasma.nx);
  const auto along_y = wave((*mode)[1], plasma.ny);
  return [&algorithm, along_x, along_y] {
    const std::vector<double> charge = algorithm.field("charge_density");
    const std::size_t nx = along_x.size();
    std::complex<double> sum = 0;
    for (std::size_t c = 0; c < charge.size(); ++c)
      sum += charge[c] * along_x[c % nx] * along_y[c / nx];
    // A wave a cos(k x) is half of it at k and half at -k.
    return 2.0 / static_cast<double>(charge.size()) * sum;
  };
}

}  // namespace tycho::measure
