#include "harness/library/add_variants.hpp"

#include <algorithm>
#include <charconv>

#include "core/error.hpp"
#include "harness/library/held_to.hpp"
#include "harness/result/file_sum.hpp"
#include "harness/tune/tunable.hpp"

namespace tycho::library {

namespace {

Backend backend_of(const Given& given) {
  return given.variant.place == TYCHO_CUDA ? Backend::kCuda : Backend::kCpu;
}

terms::SettingValue value_of(const Given& given, const std::string& name, const std::string& text) {
  const auto parameters = given.base->parameters;
  const bool number = std::any_of(parameters.begin(), parameters.end(),
                                  [&](const Parameter& one) { return one.name == name; });
  if (!number) return text;
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, value);
  if (code != std::errc() || stop != end)
    throw UsageError(given.file.string() + ": variant '" + given.variant.name + "': setting '" +
                     name + "' = '" + text + "' takes a number");
  return value;
}

terms::SettingValues settings_of(const Given& given) {
  terms::SettingValues values;
  Settings scratch(given.contract, backend_of(given));
  for (const auto& [name, text] : given.variant.settings) {
    values[name] = value_of(given, name, text);
    try {
      terms::give(scratch, name, values[name]);
    } catch (const UsageError& error) {
      throw UsageError(given.file.string() + ": variant '" + given.variant.name +
                       "': " + error.what());
    }
  }
  return values;
}

cases::Variant variant_of(const cases::Case& origin, const Given& given) {
  cases::Variant variant;
  variant.name = given.library + "-" + given.variant.name;
  variant.label = given.variant.label;
  variant.backend = backend_of(given);
  variant.threads = variant.backend == Backend::kCpu ? given.variant.threads : 1;
  variant.settings = settings_of(given);
  const cases::Variant& pattern = held_to(origin, *given.base, variant.backend, variant.settings);
  variant.only_sizes = pattern.only_sizes;
  variant.held_to = pattern.name;
  variant.settings.merge(method_of(pattern, *given.base));  // its own stay
  variant.contract = &given.contract;
  variant.library = given.file;
  variant.implementation = {given.library, given.version, given.file.filename().string(),
                            result::file_sum(given.file), variant.held_to};
  for (const cases::Variant& other : origin.variants)
    if (other.name == variant.name)
      throw UsageError(given.file.string() + ": " + origin.id() + " has a variant '" +
                       variant.name + "' already; give the library or its variant another name");
  return variant;
}

/// Sweeps the variant over all values that the contract has for tuning.
void sweep(cases::Variant& variant) {
  Settings settings(*variant.contract, variant.backend);
  terms::give(settings, variant.settings);
  for (const Parameter* parameter : tune::tunable(settings)) {
    const std::string name(parameter->name);
    if (variant.settings.count(name)) continue;
    for (const double value : parameter->tuning.values) variant.sweep[name].emplace_back(value);
  }
}

}  // namespace

void add_variants(std::span<cases::Case> cases, const std::vector<std::string>& files,
                  MakeStreamClock clock, bool swept) {
  for (const std::string& file : files) {
    const Description description = describe(file);
    const std::vector<const Given*> variants = give(file, description, clock);
    bool fits = false;
    for (cases::Case& origin : cases) {
      if (origin.algorithm != description.contract) continue;
      fits = true;
      for (const Given* given : variants) {
        origin.variants.push_back(variant_of(origin, *given));
        if (swept) sweep(origin.variants.back());
      }
    }
    if (fits || cases.empty()) continue;
    throw UsageError(file + ": the library implements " + description.contract + ", and " +
                     cases.front().id() +
                     (cases.size() > 1 ? " and the other cases are of other algorithms"
                                       : " is of " + cases.front().algorithm));
  }
}

}  // namespace tycho::library
