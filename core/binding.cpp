#include "core/binding.hpp"

#include <algorithm>
#include <stdexcept>

namespace tycho {

namespace {

[[noreturn]] void mistake(const Settings& settings, std::string_view setting, const char* what) {
  throw std::logic_error(std::string(settings.contract().name) + ": setting '" +
                         std::string(setting) + "' " + what);
}

}  // namespace

const Parameter* Binding::parameter(std::string_view name) {
  const auto parameters = settings_.contract().parameters;
  const Parameter* meant = nullptr;
  bool known = false;
  for (const Parameter& p : parameters) {
    if (p.name != name) continue;
    known = true;
    if (applies(p.scope, settings_.backend())) meant = &p;
  }
  if (!known) mistake(settings_, name, "is no parameter of the contract");
  bound_.emplace(name);
  return meant;
}

void Binding::operator()(std::string_view name, double& field) {
  if (parameter(name)) field = settings_.number(name);
}

void Binding::operator()(std::string_view name, int& field) {
  const Parameter* p = parameter(name);
  if (!p) return;
  if (!p->whole) mistake(settings_, name, "is bound to an integer and takes fractions");
  field = settings_.integer(name);
}

void Binding::operator()(std::string_view name, bool& field, std::string_view chosen) {
  bool known = false;
  for (const Choice& c : settings_.contract().choices)
    known |=
        c.name == name && std::find(c.values.begin(), c.values.end(), chosen) != c.values.end();
  if (!known) mistake(settings_, name, "is asked for a word that it never has");
  const std::string* const found = word(name, {});
  if (found) field = *found == chosen;
}

int Binding::index_of_choice(std::string_view name, std::span<const std::string_view> names) {
  const std::string* const chosen = word(name, names);
  if (!chosen) return -1;
  return static_cast<int>(std::find(names.begin(), names.end(), *chosen) - names.begin());
}

const std::string* Binding::word(std::string_view name, std::span<const std::string_view> names) {
  bool known = false, meant = false;
  for (const Choice& c : settings_.contract().choices) {
    if (c.name != name) continue;
    known = true;
    meant |= applies(c.scope, settings_.backend());
    for (const std::string_view value : names.empty() ? names : c.values)
      if (std::find(names.begin(), names.end(), value) == names.end())
        mistake(settings_, name, "has a word that the enum has no name for");
  }
  if (!known) mistake(settings_, name, "is no choice of the contract");
  bound_.emplace(name);
  return meant ? &settings_.choice(name) : nullptr;
}

void Binding::done() const {
  const Contract& contract = settings_.contract();
  for (const Parameter& p : contract.parameters)
    if (!bound_.contains(p.name)) mistake(settings_, p.name, "is bound to nothing");
  for (const Choice& c : contract.choices)
    if (!bound_.contains(c.name)) mistake(settings_, c.name, "is bound to nothing");
}

}  // namespace tycho
