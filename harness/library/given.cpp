#include "harness/library/given.hpp"

#include <algorithm>
#include <list>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "core/known_contracts.hpp"
#include "harness/library/algorithm.hpp"

namespace tycho::library {

namespace {

std::list<Given>& all() {
  static std::list<Given> list;
  return list;
}

std::vector<Implementation>& entries() {
  static std::vector<Implementation> list;
  return list;
}

const Given& given_of(const Settings& settings) { return *given_by(settings.contract()); }

Work work(int stage, const Settings& settings, std::int64_t particles) {
  const Given& given = given_of(settings);
  Work sum;
  for (const int part : given.parts[stage]) {
    const Work one = given.base->work(part, settings, particles);
    sum.flops += one.flops;
    sum.bytes += one.bytes;
  }
  return sum;
}

Throughput throughput(const Settings& settings, std::int64_t particles) {
  return given_of(settings).base->throughput(settings, particles);
}

double issue_slots(int stage, const Settings& settings) {
  const Given& given = given_of(settings);
  double sum = 0;
  for (const int part : given.parts[stage]) sum += given.base->issue_slots(part, settings);
  return sum;
}

std::unique_ptr<Algorithm> make(const Settings& settings) {
  return make_algorithm(given_of(settings), settings);
}

const Contract& contract_named(const std::string& name, const std::filesystem::path& file) {
  if (const Contract* found = find_contract(name)) return *found;
  throw UsageError(file.string() + ": the library implements '" + name +
                   "', and there is no such contract; there are " +
                   joined(known_contracts(), &Contract::name));
}

/// The contract's stages that a name joins with a plus.
std::vector<int> parts_of(const std::string& name, const Contract& contract,
                          const std::filesystem::path& file) {
  std::vector<int> parts;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('+', begin), name.size());
    const std::string part = name.substr(begin, end - begin);
    const auto found = std::find_if(contract.stages.begin(), contract.stages.end(),
                                    [&](const Stage& stage) { return stage.id == part; });
    if (found == contract.stages.end()) {
      throw UsageError(file.string() + ": stage '" + name + "': " + std::string(contract.name) +
                       " has no stage '" + part + "'; it has " +
                       joined(contract.stages, &Stage::id) +
                       ", and several may be joined with a plus");
    }
    parts.push_back(static_cast<int>(found - contract.stages.begin()));
    begin = end + 1;
  }
  return parts;
}

void set_stages(Given& given, const Description& description) {
  std::vector<bool> taken(given.base->stages.size(), false);
  for (const std::string& name : description.stages) {
    given.ids.push_back(name);
    given.parts.push_back(parts_of(name, *given.base, given.file));
    std::string label;
    for (const int part : given.parts.back()) {
      if (taken[part])
        throw UsageError(given.file.string() + ": the stage '" +
                         std::string(given.base->stages[part].id) + "' is named twice");
      taken[part] = true;
      join_to(label, given.base->stages[part].label, " + ");
    }
    given.labels.push_back(std::move(label));
  }
  for (std::size_t s = 0; s < given.ids.size(); ++s) {
    // A repetition of several stages in turn is not what any of them does alone.
    const bool single = given.parts[s].size() == 1;
    Stage stage = given.base->stages[given.parts[s].front()];
    stage.id = given.ids[s];
    stage.label = given.labels[s];
    stage.replayable = stage.replayable && single;
    stage.pure = stage.pure && single;
    if (given.variant.repeats == TYCHO_ANY_ORDER) stage.consistency = Consistency::kAtomic;
    given.stages.push_back(stage);
  }
}

}  // namespace

std::vector<const Given*> give(const std::filesystem::path& file, const Description& description,
                               MakeStreamClock clock) {
  const Contract& base = contract_named(description.contract, file);
  std::vector<const Given*> out;
  for (std::size_t v = 0; v < description.variants.size(); ++v) {
    Given& given = all().emplace_back();
    given.file = std::filesystem::absolute(file);
    given.library = description.name;
    given.version = description.version;
    given.variant = description.variants[v];
    given.number = static_cast<int>(v);
    given.base = &base;
    given.clock = clock;
    set_stages(given, description);
    given.contract = base;
    given.contract.stages = given.stages;
    given.contract.work = work;
    given.contract.throughput = throughput;
    given.contract.issue_slots = issue_slots;
    entries().push_back({&given.contract, make});
    out.push_back(&given);
  }
  return out;
}

const Given* given_by(const Contract& contract) {
  for (const Given& given : all())
    if (&given.contract == &contract) return &given;
  return nullptr;
}

void also(const Implementation& implementation) { entries().push_back(implementation); }

std::span<const Implementation> implementations() { return entries(); }

}  // namespace tycho::library
