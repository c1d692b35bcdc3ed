#include "harness/cli/list_json.hpp"

#include <map>
#include <set>

#include "core/error.hpp"
#include "harness/backends/for_runs.hpp"
#include "harness/backends/list.hpp"
#include "harness/checks/check.hpp"
#include "harness/initial/kinds.hpp"
#include "harness/result/processor.hpp"

namespace tycho::cli {

namespace {

using nlohmann::json;

json listed_papers(std::span<const cases::Case> cases) {
  std::map<std::string, std::pair<int, std::set<std::string>>> found;
  for (const cases::Case& one : cases) {
    ++found[one.paper].first;
    found[one.paper].second.insert(one.algorithm);
  }
  json list = json::array();
  for (const auto& [paper, of] : found)
    list.push_back({{"paper", paper}, {"cases", of.first}, {"algorithms", of.second}});
  return list;
}

json listed_cases(std::span<const cases::Case> cases) {
  json list = json::array();
  for (const cases::Case& one : cases) {
    json variants = json::array(), suites = json::array(), checks = json::array();
    for (const cases::Variant& variant : one.variants)
      variants.push_back(
          {{"name", variant.name}, {"label", variant.label}, {"backend", name(variant.backend)}});
    for (const auto& [suite, ignored] : one.suites) suites.push_back(suite);
    for (const terms::CheckSpec& check : one.checks)
      checks.push_back({{"check", check.name}, {"limit", check.limit}, {"reason", check.reason}});
    list.push_back({{"id", one.id()},
                    {"title", one.title},
                    {"algorithm", one.algorithm},
                    {"reproduces", one.reproduces},
                    {"variants", std::move(variants)},
                    {"suites", std::move(suites)},
                    {"checks", std::move(checks)}});
  }
  return list;
}

json checks_there_are() {
  json list = json::array();
  for (const std::string_view name : checks::check_names())
    list.push_back({{"name", name}, {"summary", checks::check_summary(name)}});
  return list;
}

json initial_conditions() {
  json list = json::array();
  for (const initial::Kind* kind : initial::all_kinds()) {
    json keys = json::array();
    for (const initial::Key& key : kind->keys)
      keys.push_back({{"name", key.name}, {"summary", key.summary}});
    list.push_back({{"name", kind->name}, {"summary", kind->summary}, {"keys", std::move(keys)}});
  }
  return list;
}

const char* word_of(Scope scope) {
  return scope == Scope::kCpu ? "cpu" : scope == Scope::kCuda ? "cuda" : "both";
}

json listed_algorithms() {
  json list = json::array();
  for (const Contract* contract : backends::contracts()) {
    json stages = json::array(), parameters = json::array(), choices = json::array();
    for (const Stage& stage : contract->stages)
      stages.push_back(
          {{"id", stage.id}, {"label", stage.label}, {"consistency", name(stage.consistency)}});
    for (const Parameter& p : contract->parameters)
      parameters.push_back({{"name", p.name},
                            {"summary", p.summary},
                            {"unit", p.unit},
                            {"default", p.fallback},
                            {"least", p.least},
                            {"most", p.most},
                            {"allowed", p.allowed},
                            {"on", word_of(p.scope)},
                            {"tunable", !p.tuning.values.empty()}});
    for (const Choice& c : contract->choices)
      choices.push_back({{"name", c.name},
                         {"summary", c.summary},
                         {"values", c.values},
                         {"on", word_of(c.scope)}});
    list.push_back({{"name", contract->name},
                    {"summary", contract->summary},
                    {"stages", std::move(stages)},
                    {"parameters", std::move(parameters)},
                    {"choices", std::move(choices)}});
  }
  return list;
}

json listed_backends() {
  const measure::Backends all = backends::for_runs();
  const auto names = [](std::span<const Implementation> of) {
    json list = json::array();
    for (const Implementation& one : of) list.push_back(one.contract->name);
    return list;
  };
  json cuda{{"name", "cuda"}, {"available", all.cuda_unavailable.empty()}};
  if (all.cuda_unavailable.empty())
    cuda["algorithms"] = names(all.cuda);
  else
    cuda["reason"] = all.cuda_unavailable;
  json list = json::array();
  list.push_back({{"name", "cpu"}, {"available", true}, {"algorithms", names(all.reference)}});
  list.push_back(std::move(cuda));
  return list;
}

json listed_devices() {
  const result::Processor processor = result::this_processor();
  json list = json::array();
  list.push_back({{"backend", "cpu"},
                  {"name", processor.model},
                  {"cores", processor.cores},
                  {"memory_bytes", processor.memory_bytes}});
  for (const Device& device : backends::devices())
    list.push_back({{"backend", "cuda"},
                    {"index", device.index},
                    {"name", device.name},
                    {"sms", device.multiprocessors},
                    {"compute_capability", std::to_string(device.compute_major) + "." +
                                               std::to_string(device.compute_minor)},
                    {"memory_bytes", device.memory_bytes},
                    {"clock_mhz", device.clock_hz / 1e6}});
  return list;
}

}  // namespace

json list_as_json(const std::string& what, std::span<const cases::Case> cases) {
  if (what == "papers") return listed_papers(cases);
  if (what == "cases") return listed_cases(cases);
  if (what == "checks") return checks_there_are();
  if (what == "initial") return initial_conditions();
  if (what == "algorithms") return listed_algorithms();
  if (what == "backends") return listed_backends();
  if (what == "devices") return listed_devices();
  throw UsageError("nothing called '" + what + "' is listed");
}

}  // namespace tycho::cli
