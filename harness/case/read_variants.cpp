#include "harness/case/read_variants.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "core/ranks/communicates.hpp"
#include "harness/case/program_record.hpp"

namespace tycho::cases {

namespace {

constexpr int kMostRanks = 65'536;

std::map<std::string, std::vector<terms::SettingValue>> read_sweep(const strict::JsonView& view,
                                                                   const Variant& variant,
                                                                   const SettingsReader& reader) {
  std::map<std::string, std::vector<terms::SettingValue>> sweep;
  std::map<std::string, std::set<terms::SettingValue>> known;
  for (const auto& [name, values] : view.members()) {
    for (const strict::JsonView& element : values.elements()) {
      const terms::SettingValue value = reader.own(name, element, variant.backend);
      const std::string today = reader.name_today(name, value);
      if (variant.settings.count(today))
        values.fail("is swept and set in 'settings' too; keep one");
      if (!known[today].insert(value).second)
        element.fail(terms::shown(value) + " stands twice in the sweep");
      sweep[today].push_back(value);
    }
  }
  if (sweep.empty()) view.fail("must name at least one setting");
  return sweep;
}

/// A number of ranks, or several, each of which is a run.
std::vector<int> read_ranks(const strict::JsonView& view, const Variant& variant,
                            const SettingsReader& reader) {
  if (!communicates(reader.contract()))
    view.fail(std::string(reader.contract().name) +
              " does not run on several ranks: it has no stage that communicates");
  if (variant.threads == 0)
    view.fail("goes with a number of threads for each rank, not with \"all\"");
  std::vector<int> all;
  const auto add = [&](const strict::JsonView& one) {
    const auto count = static_cast<int>(one.whole(1, kMostRanks));
    if (std::find(all.begin(), all.end(), count) != all.end())
      one.fail(std::to_string(count) + " stands twice");
    all.push_back(count);
  };
  if (!view.json().is_array()) {
    add(view);
  } else {
    for (const strict::JsonView& element : view.elements()) add(element);
  }
  return all;
}

/// "backend": "program". Whether there is such a program on this machine shows when it is started.
void read_program(const strict::JsonView& view, const std::filesystem::path& folder,
                  Variant& variant) {
  const strict::JsonView command = view.at("command");
  try {
    variant.program = terms::read_program_command(command.text(), folder);
  } catch (const UsageError& error) {
    command.fail(error.what());
  }
  variant.held_to = variant.name;
  variant.implementation = program_record(*variant.program, variant.held_to);
}

Variant read_variant(const strict::JsonView& view, const SettingsReader& reader,
                     const std::filesystem::path& folder) {
  view.require_keys({"name", "label", "backend", "command", "threads", "ranks", "cluster",
                     "settings", "sweep", "only_sizes"});
  Variant variant;
  variant.name = view.at("name").name();
  variant.label = view.at("label").text();
  const std::string backend = view.at("backend").one_of({"cpu", "cuda", "program"});
  variant.backend = backend == "cuda" ? Backend::kCuda : Backend::kCpu;
  if (backend == "program")
    read_program(view, folder, variant);
  else if (const auto command = view.find("command"))
    command->fail("goes with \"backend\": \"program\"");
  if (const auto threads = view.find("threads")) {
    if (threads->json().is_string()) {
      if (threads->text() != "all") threads->fail("must be a number or \"all\"");
      variant.threads = 0;
    } else {
      variant.threads = static_cast<int>(threads->whole(1, 4096));
    }
  }
  if (const auto ranks = view.find("ranks")) variant.ranks = read_ranks(*ranks, variant, reader);
  if (const auto cluster = view.find("cluster")) {
    if (variant.ranks.empty()) cluster->fail("goes with \"ranks\"");
    variant.cluster = cluster->text();
  }
  if (const auto settings = view.find("settings"))
    for (const auto& [name, value] : settings->members())
      reader.put(variant.settings, name, value, reader.own(name, value, variant.backend));
  if (const auto sweep = view.find("sweep")) variant.sweep = read_sweep(*sweep, variant, reader);
  if (const auto sizes = view.find("only_sizes"))
    for (const strict::JsonView& size : sizes->elements())
      variant.only_sizes.push_back(size.whole(1, kMostParticles));
  return variant;
}

}  // namespace

std::vector<Variant> read_variants(const strict::JsonView& view, const SettingsReader& reader,
                                   const std::filesystem::path& folder) {
  std::vector<Variant> variants;
  for (const strict::JsonView& element : view.elements()) {
    Variant variant = read_variant(element, reader, folder);
    for (const Variant& other : variants)
      if (other.name == variant.name)
        element.at("name").fail("'" + variant.name + "' is the name of another variant");
    variants.push_back(std::move(variant));
  }
  return variants;
}

}  // namespace tycho::cases
