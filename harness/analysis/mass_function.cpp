#include "harness/analysis/mass_function.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace tycho::analysis {

namespace {

constexpr double kBinsPerDecade = 5;

int bin_of(double mass) { return static_cast<int>(std::floor(kBinsPerDecade * std::log10(mass))); }
double middle(int bin) { return std::pow(10, (bin + 0.5) / kBinsPerDecade); }

}  // namespace

MassFunction mass_function(const std::vector<Halo>& haloes, double box) {
  MassFunction counted;
  if (haloes.empty()) return counted;
  std::map<int, double> count;
  for (const Halo& halo : haloes) count[bin_of(halo.mass)] += 1;
  for (int bin = count.begin()->first; bin <= count.rbegin()->first; ++bin) {
    counted.bin.push_back(bin);
    counted.mass.push_back(middle(bin));
    counted.count.push_back(count[bin]);
    counted.number.push_back(count[bin] * kBinsPerDecade / (box * box * box));
  }
  return counted;
}

MassResidual mass_residual(const MassFunction& counted, const MassFunction& reference) {
  std::map<int, double> difference, expected;
  for (std::size_t b = 0; b < counted.bin.size(); ++b)
    difference[counted.bin[b]] += counted.count[b];
  for (std::size_t b = 0; b < reference.bin.size(); ++b) {
    difference[reference.bin[b]] -= reference.count[b];
    expected[reference.bin[b]] = reference.count[b];
  }
  MassResidual residual;
  for (const auto& [bin, more] : difference) {
    residual.mass.push_back(middle(bin));
    residual.value.push_back(more / std::sqrt(std::max(expected[bin], 1.0)));
  }
  return residual;
}

}  // namespace tycho::analysis
