#include <algorithm>
#include <array>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <set>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "harness/backends/for_runs.hpp"
#include "harness/backends/list.hpp"
#include "harness/checks/check.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/list_json.hpp"
#include "harness/cli/markdown_tables.hpp"
#include "harness/cli/select.hpp"
#include "harness/initial/kinds.hpp"
#include "harness/result/processor.hpp"

namespace tycho::cli {

namespace {

std::ostream& out = std::cout;

constexpr std::array kParts{"papers",     "cases",    "checks", "initial",
                            "algorithms", "backends", "devices"};

const char* shown(Scope scope) {
  switch (scope) {
    case Scope::kCpu:
      return " [cpu]";
    case Scope::kCuda:
      return " [cuda]";
    case Scope::kBoth:
      break;
  }
  return "";
}

template <typename Items>
void put_list(const Items& items) {
  const char* comma = "";
  for (const auto& item : items) {
    out << comma << item;
    comma = ", ";
  }
}

void list_papers(const std::vector<cases::Case>& cases) {
  std::map<std::string, std::pair<std::size_t, std::set<std::string>>> papers;
  for (const cases::Case& one : cases) {
    auto& [count, algorithms] = papers[one.paper];
    ++count;
    algorithms.insert(one.algorithm);
  }
  out << "papers\n";
  for (const auto& [paper, of] : papers) {
    out << "  " << paper << "  " << of.first << (of.first == 1 ? " case, " : " cases, ");
    put_list(of.second);
    out << '\n';
  }
}

void list_cases(const std::vector<cases::Case>& cases) {
  std::size_t width = 0;
  for (const cases::Case& one : cases) width = std::max(width, one.id().size());
  out << "cases\n";
  for (const cases::Case& one : cases) {
    out << "  " << std::left << std::setw(static_cast<int>(width)) << one.id() << "  " << one.title;
    if (!one.reproduces.empty()) {
      out << " (";
      put_list(one.reproduces);
      out << ')';
    }
    out << '\n';
  }
}

void list_parameter(const Parameter& p) {
  out << "    " << p.name << shown(p.scope) << ": " << p.summary << "; ";
  if (p.allowed.empty())
    out << '[' << p.least << ", " << p.most << ']';
  else
    put_list(p.allowed);
  if (!p.unit.empty()) out << ' ' << p.unit;
  out << "; default " << p.fallback << (p.tuning.values.empty() ? "" : "; tunable") << '\n';
}

void list_algorithms() {
  out << "algorithms\n";
  for (const Contract* contract : backends::contracts()) {
    out << "  " << contract->name << ": " << contract->summary << "\n    stages: ";
    out << joined(contract->stages, [](const Stage& stage) {
      return std::string(stage.id) + " (" + std::string(name(stage.consistency)) + ")";
    }) << '\n';
    for (const Parameter& p : contract->parameters) list_parameter(p);
    for (const Choice& c : contract->choices) {
      out << "    " << c.name << shown(c.scope) << ": ";
      put_list(c.values);
      out << " (" << c.summary << ")\n";
    }
  }
}

void list_checks() {
  out << "checks\n";
  for (const std::string_view name : checks::check_names())
    out << "  " << name << ": " << checks::check_summary(name) << '\n';
}

void list_initial_conditions() {
  out << "initial conditions\n";
  for (const initial::Kind* kind : initial::all_kinds()) {
    out << "  " << kind->name << ": " << kind->summary << "\n    keys: ";
    out << joined(kind->keys, &initial::Key::name) << '\n';
  }
}

/// Only of what docs/formats.md has tables of.
void list_as_markdown(const std::string& what) {
  if (what == "checks")
    markdown_checks(out);
  else if (what == "initial")
    markdown_initial_conditions(out);
  else if (what == "algorithms")
    markdown_algorithms(out);
  else
    throw UsageError("--markdown is for checks, initial and algorithms");
}

void list_backends() {
  const measure::Backends all = backends::for_runs();
  const auto put_algorithms = [](std::span<const Implementation> list) {
    std::vector<std::string_view> names;
    for (const Implementation& one : list) names.push_back(one.contract->name);
    put_list(names);
    out << '\n';
  };
  out << "backends\n  cpu   ";
  put_algorithms(all.reference);
  out << "  cuda  ";
  if (all.cuda_unavailable.empty())
    put_algorithms(all.cuda);
  else
    out << "not available: " << all.cuda_unavailable << '\n';
}

void list_devices() {
  constexpr double kGiB = 1 << 30;
  const result::Processor processor = result::this_processor();
  out << std::fixed << std::setprecision(1) << "devices\n  cpu     " << processor.cores
      << (processor.cores == 1 ? " core of " : " cores of ") << processor.model << ", "
      << static_cast<double>(processor.memory_bytes) / kGiB << " GiB\n";
  for (const Device& device : backends::devices())
    out << "  cuda:" << device.index << "  " << device.name << ", " << device.multiprocessors
        << " multiprocessors, compute capability " << device.compute_major << '.'
        << device.compute_minor << ", " << static_cast<double>(device.memory_bytes) / kGiB
        << " GiB, up to " << device.clock_hz / 1e6 << " MHz\n";
  out << std::defaultfloat << std::setprecision(6);
}

}  // namespace

void add_list(CLI::App& app, int&) {
  struct Arguments {
    std::string what, cases;
    bool markdown = false, json = false;
  };
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* list = app.add_subcommand(
      "list", "Show papers, cases, checks, initial conditions, algorithms, backends, devices");
  list->add_option("WHAT", arguments->what, "only this")
      ->check(CLI::IsMember(std::vector<std::string>(kParts.begin(), kParts.end())));
  list->add_flag("--markdown", arguments->markdown, "checks, initial or algorithms as tables");
  list->add_flag("--json", arguments->json, "as JSON, for programs");
  list->add_option("--cases", arguments->cases, "folder of cases (default: found)");
  list->callback([arguments] {
    if (arguments->markdown && arguments->json) throw UsageError("--markdown or --json, not both");
    if (arguments->markdown) return list_as_markdown(arguments->what);
    const auto wanted = [&](const char* what) {
      return arguments->what.empty() || arguments->what == what;
    };
    std::vector<cases::Case> cases;
    if (wanted("papers") || wanted("cases"))
      cases = cases::read_cases(case_folder(arguments->cases), backends::contracts());
    if (arguments->json) {
      nlohmann::json all{{"schema", "tycho-list/1"}};
      for (const char* part : kParts)
        if (wanted(part)) all[part] = list_as_json(part, cases);
      out << all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
      return;
    }
    if (wanted("papers")) list_papers(cases);
    if (wanted("cases")) list_cases(cases);
    if (wanted("checks")) list_checks();
    if (wanted("initial")) list_initial_conditions();
    if (wanted("algorithms")) list_algorithms();
    if (wanted("backends")) list_backends();
    if (wanted("devices")) list_devices();
  });
}

}  // namespace tycho::cli
