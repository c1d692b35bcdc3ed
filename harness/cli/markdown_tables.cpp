#include "harness/cli/markdown_tables.hpp"

#include <ostream>
#include <sstream>
#include <string>

#include "core/joined.hpp"
#include "harness/backends/list.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/initial/kinds.hpp"

namespace tycho::cli {

namespace {

/// In a cell of a table a bar would begin the next cell.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? "\\|" : std::string(1, c);
  return out;
}

std::string code(std::string_view word) { return "`" + std::string(word) + "`"; }

std::string number(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

std::string_view needs(checks::Needs needs) {
  switch (needs) {
    case checks::Needs::kEvolution:
      return "an evolution";
    case checks::Needs::kReference:
      return "the reference run";
    case checks::Needs::kComparison:
      return "a comparison";
    case checks::Needs::kTwin:
      return "a comparison, with a twin";
    case checks::Needs::kCarrier:
      return "a run that is timed along another one";
    case checks::Needs::kNothing:
      break;
  }
  return "";
}

std::string_view where(Scope scope) {
  return scope == Scope::kCpu ? "cpu" : scope == Scope::kCuda ? "cuda" : "both";
}

std::string allowed(const Parameter& p) {
  std::string range = p.allowed.empty()
                          ? number(p.least) + " to " + number(p.most) + (p.whole ? ", whole" : "")
                          : joined(p.allowed, number);
  return range + (p.unit.empty() ? "" : " " + std::string(p.unit));
}

void markdown_algorithm(const Contract& contract, std::ostream& out) {
  out << "### " << code(contract.name) << "\n"
      << contract.summary << ". Stages: "
      << joined(contract.stages,
                [](const Stage& stage) {
                  return code(stage.id) + " (" + std::string(name(stage.consistency)) + ")";
                })
      << ".\n\n| setting | values | default | on | meaning |\n|---|---|---|---|---|\n";
  for (const Choice& c : contract.choices)
    out << "| " << code(c.name) << " | " << joined(c.values, code) << " | "
        << code(c.values.front()) << " | " << where(c.scope) << " | " << cell(c.summary) << " |\n";
  for (const Parameter& p : contract.parameters)
    out << "| " << code(p.name) << " | " << allowed(p) << " | " << number(p.fallback) << " | "
        << where(p.scope) << " | " << cell(p.summary)
        << (p.tuning.values.empty() ? "" : " (tunable)") << " |\n";
}

}  // namespace

void markdown_checks(std::ostream& out) {
  out << "| check | value | parameters (default) | needs |\n|---|---|---|---|\n";
  for (const checks::Kind* kind : checks::all_kinds())
    out << "| " << code(kind->name) << " | " << cell(kind->summary) << " | "
        << joined(
               kind->parameters,
               [](const checks::CheckParameter& p) {
                 return code(p.name) + " (" + number(p.fallback) + "): " + cell(p.summary);
               },
               "; ")
        << " | " << needs(kind->needs) << " |\n";
}

void markdown_initial_conditions(std::ostream& out) {
  out << "| initial condition | what it is | keys (default where it may be left out) |\n"
         "|---|---|---|\n";
  for (const initial::Kind* kind : initial::all_kinds())
    out << "| " << code(kind->name) << " | " << cell(kind->summary)
        << (kind->size ? "; " + std::to_string(kind->size) + " bodies" : "") << " | "
        << joined(
               kind->keys,
               [](const initial::Key& key) { return code(key.name) + ": " + cell(key.summary); },
               "; ")
        << " |\n";
}

void markdown_algorithms(std::ostream& out) {
  const char* gap = "";
  for (const Contract* contract : backends::contracts()) {
    out << gap;
    markdown_algorithm(*contract, out);
    gap = "\n";
  }
}

}  // namespace tycho::cli
