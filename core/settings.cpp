#include "core/settings.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "core/ranks/ranks.hpp"

namespace tycho {

namespace {

std::string in_words(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

/// The item of this name that has a meaning on the backend, else one that has none there.
template <typename Item>
const Item* find(std::span<const Item> items, std::string_view name, Backend backend) {
  const Item* foreign = nullptr;
  for (const Item& item : items) {
    if (item.name != name) continue;
    if (applies(item.scope, backend)) return &item;
    foreign = &item;
  }
  return foreign;
}

[[noreturn]] void reject_unknown(const Contract& contract, std::string_view setting) {
  std::vector<std::string_view> names;
  // One that differs between the backends stands there once for each.
  for (const Parameter& p : contract.parameters)
    if (names.empty() || names.back() != p.name) names.push_back(p.name);
  for (const Choice& c : contract.choices)
    if (names.empty() || names.back() != c.name) names.push_back(c.name);
  throw UsageError("'" + std::string(setting) + "' is no setting of " + std::string(contract.name) +
                   "; it has " + joined(names));
}

void require_scope(Scope scope, Backend backend, std::string_view setting) {
  if (applies(scope, backend)) return;
  throw UsageError("'" + std::string(setting) + "' has no meaning on the backend " +
                   std::string(name(backend)));
}

}  // namespace

Settings::Settings(const Contract& contract, Backend backend, int threads)
    : contract_(&contract), backend_(backend), threads_(threads) {
  if (threads < 1) throw UsageError("threads must be at least 1, not " + std::to_string(threads));
  for (const Parameter& p : contract.parameters)
    if (applies(p.scope, backend)) numbers_.emplace(p.name, p.fallback);
  for (const Choice& c : contract.choices)
    if (applies(c.scope, backend)) choices_.emplace(c.name, c.values.front());
}

void Settings::set(std::string_view given, double value) {
  const std::string_view setting = current_parameter(*contract_, given);
  const Parameter* p = find(contract_->parameters, setting, backend_);
  if (!p) {
    if (const Choice* c = find(contract_->choices, setting, backend_))
      throw UsageError("'" + std::string(setting) + "' takes a word: " + joined(c->values));
    reject_unknown(*contract_, setting);
  }
  require_scope(p->scope, backend_, setting);
  std::ostringstream got;
  got << "'" << setting << "' = " << value;
  if (!(value >= p->least && value <= p->most)) {
    got << " is outside [" << p->least << ", " << p->most << "]";
    throw UsageError(got.str());
  }
  if (p->whole && value != std::floor(value))
    throw UsageError(got.str() + " must be a whole number");
  if (!p->allowed.empty() &&
      std::find(p->allowed.begin(), p->allowed.end(), value) == p->allowed.end())
    throw UsageError(got.str() + " is not allowed; allowed are " + joined(p->allowed, in_words));
  numbers_.find(setting)->second = value;
}

void Settings::set(std::string_view given, std::string_view value) {
  const std::string_view setting = current_choice(*contract_, given);
  const Choice* c = find(contract_->choices, setting, backend_);
  if (!c) {
    if (find(contract_->parameters, setting, backend_))
      throw UsageError("'" + std::string(setting) + "' takes a number");
    reject_unknown(*contract_, setting);
  }
  require_scope(c->scope, backend_, setting);
  if (std::find(c->values.begin(), c->values.end(), value) == c->values.end())
    throw UsageError("'" + std::string(setting) + "' = '" + std::string(value) +
                     "' is not allowed; allowed are " + joined(c->values));
  choices_.find(setting)->second = value;
}

double Settings::number(std::string_view setting) const {
  const auto found = numbers_.find(setting);
  if (found == numbers_.end()) reject_unknown(*contract_, setting);
  return found->second;
}

int Settings::integer(std::string_view setting) const { return static_cast<int>(number(setting)); }

const std::string& Settings::choice(std::string_view setting) const {
  const auto found = choices_.find(setting);
  if (found == choices_.end()) reject_unknown(*contract_, setting);
  return found->second;
}

Ranks& Settings::ranks() const { return ranks_ ? *ranks_ : alone(); }

}  // namespace tycho
