#include "harness/case/case.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "core/known_contracts.hpp"
#include "harness/case/read_along.hpp"
#include "harness/case/read_pictures.hpp"
#include "harness/case/read_variants.hpp"
#include "harness/case/settings_reader.hpp"
#include "harness/checks/check.hpp"
#include "harness/initial/initial.hpp"
#include "harness/result/plain_name.hpp"
#include "harness/strict/strict_json.hpp"
#include "harness/terms/setting_values.hpp"

namespace tycho::cases {

namespace {

constexpr std::int64_t kMostSteps = 1'000'000'000'000;
constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 20;  // our cases have a few thousand

std::vector<std::string> texts(const strict::JsonView& view) {
  std::vector<std::string> out;
  for (const strict::JsonView& element : view.elements()) out.push_back(element.text());
  return out;
}

std::vector<std::string> variant_names(const strict::JsonView& view,
                                       const std::vector<Variant>& variants) {
  std::vector<std::string_view> known;
  for (const Variant& variant : variants) known.push_back(variant.name);
  std::vector<std::string> out;
  for (const strict::JsonView& element : view.elements()) out.push_back(element.one_of(known));
  return out;
}

terms::SettingValues read_shared_settings(const strict::JsonView& view,
                                          const SettingsReader& reader) {
  terms::SettingValues out;
  for (const auto& [name, value] : view.members())
    reader.put(out, name, value, reader.shared(name, value));
  return out;
}

/// One variant of one run, which is no code of the user's.
std::string read_reference(const strict::JsonView& view, const Case& known) {
  if (known.measure != terms::Measure::kComparison)
    view.fail("only a comparison is held against another variant");
  const std::string name = view.text();
  for (const Variant& variant : known.variants) {
    if (variant.name != name) continue;
    if (!variant.sweep.empty() || !variant.ranks.empty() || variant.code())
      view.fail("must be a variant of one run, without sweep, ranks or code of the user's");
    return name;
  }
  view.fail("must be the name of a variant of this case");
}

/// A number for both backends, or one for each.
Visits read_visits(const strict::JsonView& view, const Case& known) {
  if (known.measure != terms::Measure::kTiming)
    view.fail("only a timing is measured in several visits");
  const auto number = [](const strict::JsonView& from) {
    return static_cast<int>(from.whole(1, 100));
  };
  if (!view.json().is_object()) return {number(view), number(view)};
  view.require_keys({"cpu", "cuda"});
  return {number(view.at("cpu")), number(view.at("cuda"))};
}

SizeSpec read_size(const strict::JsonView& view, const Case& known, const SettingsReader& reader,
                   std::int64_t steps) {
  SizeSpec size;
  size.particles = view.at("n").whole(1, kMostParticles);
  if (const std::int64_t fixed = initial::fixed_size(known.initial);
      fixed != 0 && size.particles != fixed)
    view.at("n").fail("must be " + std::to_string(fixed) + ", which this initial condition has");
  for (const auto& [name, value] : view.members()) {
    if (name == "n" || name == "along") continue;
    if (name == "visits")
      size.visits = read_visits(value, known);
    else if (name == "variants")
      size.variants = variant_names(value, known.variants);
    else if (name == "reference")
      size.reference = read_reference(value, known);
    else
      reader.put(size.settings, name, value, reader.shared(name, value));
  }
  if (const auto along = view.find("along"))
    size.along = read_along(*along, known, reader.contract(), size, steps);
  return size;
}

Suite read_suite(const strict::JsonView& view, const Case& known, const SettingsReader& reader) {
  view.require_keys({"sizes", "steps", "repeats", "seconds", "lead_in", "visits"});
  Suite suite;
  suite.steps = view.at("steps").whole(1, kMostSteps);
  for (const strict::JsonView& element : view.at("sizes").elements()) {
    if (!element.json().is_object()) element.fail("must be an object with an 'n'");
    SizeSpec size = read_size(element, known, reader, suite.steps);
    for (const SizeSpec& other : suite.sizes)
      if (other.particles == size.particles)
        element.at("n").fail(std::to_string(size.particles) + " stands twice in this suite");
    suite.sizes.push_back(std::move(size));
  }
  if (const auto repeats = view.find("repeats"))
    suite.repeats = static_cast<int>(repeats->whole(1, 1'000'000));
  if (const auto seconds = view.find("seconds")) suite.seconds = seconds->number(1e-3, 1e7);
  if (const auto lead_in = view.find("lead_in")) {
    if (known.measure != terms::Measure::kInterval) lead_in->fail("only an interval has a lead-in");
    suite.lead_in = lead_in->whole(0, kMostSteps);
  }
  if (const auto visits = view.find("visits")) suite.visits = read_visits(*visits, known);
  return suite;
}

/// A size that no suite has would silently leave a variant out.
void require_known_sizes(const strict::JsonView& variants, const Case& read) {
  std::set<std::int64_t> known;
  for (const auto& [name, suite] : read.suites)
    for (const SizeSpec& size : suite.sizes) known.insert(size.particles);
  for (std::size_t v = 0; v < read.variants.size(); ++v)
    for (std::size_t s = 0; s < read.variants[v].only_sizes.size(); ++s)
      if (!known.count(read.variants[v].only_sizes[s]))
        variants.elements()[v].at("only_sizes").elements()[s].fail("no suite has this size");
}

terms::CheckSpec read_check(const strict::JsonView& view, const Case& known) {
  view.require_keys(
      {"check", "limit", "reason", "parameters", "variants", "largest_n", "smallest_n"});
  terms::CheckSpec check;
  check.name = view.at("check").one_of(checks::check_names());
  check.limit = view.at("limit").number(0, 1e300);
  check.reason = view.at("reason").text();
  if (const auto parameters = view.find("parameters"))
    for (const auto& [name, value] : parameters->members())
      check.parameters[name] = value.number(-1e300, 1e300);
  if (const auto variants = view.find("variants"))
    check.variants = variant_names(*variants, known.variants);
  if (const auto largest = view.find("largest_n"))
    check.largest_n = largest->whole(1, kMostParticles);
  if (const auto smallest = view.find("smallest_n"))
    check.smallest_n = smallest->whole(1, kMostParticles);
  try {
    checks::validate(check, known.measure);
  } catch (const UsageError& error) {
    view.fail(error.what());
  }
  return check;
}

const Contract& read_algorithm(const strict::JsonView& view,
                               std::span<const Contract* const> contracts) {
  std::vector<std::string_view> names;
  for (const Contract* contract : contracts) names.push_back(contract->name);
  const std::string wanted = view.one_of(names);
  return *find_contract(contracts, wanted);
}

terms::Measure read_measure(const strict::JsonView& view) {
  constexpr std::array<std::string_view, 4> kNames{"timing", "evolution", "interval", "comparison"};
  constexpr std::array<terms::Measure, 4> kMeasures{
      terms::Measure::kTiming, terms::Measure::kEvolution, terms::Measure::kInterval,
      terms::Measure::kComparison};
  const std::string name = view.one_of(kNames);
  return kMeasures[std::find(kNames.begin(), kNames.end(), name) - kNames.begin()];
}

void require_path(const strict::JsonView& view, const Case& read) {
  const auto file = std::filesystem::absolute(read.file).lexically_normal();
  const std::string folder = file.parent_path().filename();
  if (folder != read.paper)
    view.at("paper").fail(
        "'" + read.paper + "' is not the folder the file is in: put it into a folder of that name" +
        (result::is_plain_name(folder) ? ", or set paper to '" + folder + "'" : ""));
  if (file.filename() != read.name + ".json")
    view.at("name").fail("'" + read.name + "' is not the file's name without .json");
}

/// A campaign's folder may lie beside the folders of cases: its files name other schemas.
bool is_of_another_schema(const nlohmann::json& json) {
  const auto schema = json.is_object() ? json.find("schema") : json.end();
  return schema != json.end() && schema->is_string() &&
         !schema->get_ref<const std::string&>().starts_with("tycho-case");
}

}  // namespace

Case read_case(const std::filesystem::path& file, std::span<const Contract* const> contracts) {
  return read_case(strict::read_json(file, kMostBytes), file, contracts);
}

Case read_case(nlohmann::json json, const std::filesystem::path& file,
               std::span<const Contract* const> contracts) {
  const strict::JsonView view(json, file.string());
  view.require_keys({"schema", "paper", "name", "title", "reproduces", "notes", "algorithm",
                     "initial", "settings", "variants", "suites", "measure", "samples", "pictures",
                     "checks"});
  view.at("schema").one_of({"tycho-case/1"});

  Case read;
  read.file = file;
  read.paper = view.at("paper").name();
  if (!result::is_plain_name(read.paper))
    view.at("paper").fail(std::string("must be ") + result::kPlainNameInWords);
  read.name = view.at("name").name();
  require_path(view, read);
  read.title = view.at("title").text();
  if (const auto reproduces = view.find("reproduces")) read.reproduces = texts(*reproduces);
  if (const auto notes = view.find("notes")) read.notes = texts(*notes);

  const strict::JsonView algorithm = view.at("algorithm");
  const Contract& contract = read_algorithm(algorithm, contracts);
  read.algorithm = contract.name;
  initial::check_initial(view.at("initial"));
  read.initial = view.at("initial").json();
  initial::look_for_file_in(file.parent_path(), read.initial);

  read.measure = read_measure(view.at("measure"));
  if (read.measure == terms::Measure::kEvolution || read.measure == terms::Measure::kComparison)
    read.samples = static_cast<int>(view.at("samples").whole(2, 100'000));
  else if (const auto samples = view.find("samples"))
    samples->fail("only an evolution or a comparison is sampled on its way");
  const auto pictures = view.find("pictures");
  if (pictures && read.measure != terms::Measure::kEvolution)
    pictures->fail("only an evolution has pictures taken");

  const SettingsReader reader(contract);
  if (const auto settings = view.find("settings"))
    read.settings = read_shared_settings(*settings, reader);
  if (pictures) read.pictures = read_pictures(*pictures, contract, read.settings);
  read.variants = read_variants(view.at("variants"), reader, file.parent_path());

  view.at("suites").require_keys(kSuiteNames);
  for (const auto& [name, suite] : view.at("suites").members())
    read.suites[name] = read_suite(suite, read, reader);
  if (read.suites.empty())
    view.at("suites").fail("must hold at least one of smoke, quick, standard, full");
  require_known_sizes(view.at("variants"), read);

  for (const strict::JsonView& element : view.at("checks").elements())
    read.checks.push_back(read_check(element, read));
  require_checks_of_along(view.at("checks"), read);
  read.as_read = std::move(json);
  return read;
}

std::vector<Case> read_cases(const std::filesystem::path& folder,
                             std::span<const Contract* const> contracts) {
  namespace fs = std::filesystem;
  if (!fs::is_directory(folder)) throw UsageError(folder.string() + ": no such folder of cases");
  std::vector<fs::path> files;
  for (const auto& paper : fs::directory_iterator(folder)) {
    if (!paper.is_directory() || paper.path().filename() == "published") continue;
    for (const auto& entry : fs::directory_iterator(paper.path()))
      if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Case> cases;
  for (const fs::path& file : files) {
    std::error_code none;
    if (fs::is_regular_file(file, none) && fs::file_size(file, none) > kMostBytes) continue;
    nlohmann::json json = strict::read_json(file, kMostBytes);
    if (!is_of_another_schema(json)) cases.push_back(read_case(std::move(json), file, contracts));
  }
  return cases;
}

}  // namespace tycho::cases
