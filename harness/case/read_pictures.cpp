#include "harness/case/read_pictures.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace tycho::cases {

namespace {

constexpr int kMost = 24;

std::string brief(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", number);
  return text;
}

/// The redshift at which a universe of these settings begins.
double redshift_at_start(const Contract& contract, const terms::SettingValues& settings) {
  const std::string begin(contract.traits.expanding->begin);
  if (const auto set = settings.find(begin); set != settings.end())
    if (const double* number = std::get_if<double>(&set->second)) return 1 / *number - 1;
  const auto parameter = std::find_if(contract.parameters.begin(), contract.parameters.end(),
                                      [&](const Parameter& one) { return one.name == begin; });
  return 1 / parameter->fallback - 1;
}

}  // namespace

terms::Pictures read_pictures(const strict::JsonView& view, const Contract& contract,
                              const terms::SettingValues& settings) {
  if (!view.json().is_object()) return {static_cast<int>(view.whole(2, kMost))};
  view.require_keys({"redshifts"});
  const strict::JsonView redshifts = view.at("redshifts");
  if (!contract.traits.expanding)
    redshifts.fail("needs an algorithm whose space expands; " + std::string(contract.name) +
                   " states no expansion: give the number of pictures instead");
  // What is before the start by less than rounding is the start.
  const double start = redshift_at_start(contract, settings) * (1 + 1e-9);
  terms::Pictures read;
  for (const strict::JsonView& element : redshifts.elements()) {
    const double z = element.number(0, 1e6);
    if (z > start) element.fail(brief(z) + " is before the start of the run, z = " + brief(start));
    if (!read.redshifts.empty() && !(z < read.redshifts.back()))
      element.fail("redshifts must fall from one to the next, and " + brief(z) + " follows " +
                   brief(read.redshifts.back()));
    read.redshifts.push_back(z);
  }
  if (read.redshifts.size() > kMost)
    redshifts.fail("must hold at most " + std::to_string(kMost) + " redshifts");
  return read;
}

}  // namespace tycho::cases
