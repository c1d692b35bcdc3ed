// Binds the settings of a run to the fields of a struct, at one place an algorithm:
//
//   Options options(const Settings& settings) {
//     Options o;
//     Binding bind(settings);
//     bind("dt", o.dt);
//     bind("leaf", o.leaf);
//     bind("overlap", o.overlap, "yes");          // a bool: whether the word is chosen
//     bind("scheme", o.scheme, kSchemeNames);     // an enum: its values in the order of the names
//     bind.done();
//     return o;
//   }
//
// A setting that has no meaning on the run's backend leaves its field at the struct's own default.
// A name that the contract does not have, a word of the contract that no name stands for, and a
// setting that is bound to nothing are mistakes of the program: std::logic_error, which
// tests/core/contracts.cpp would provoke for every contract and backend.
#pragma once

#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "core/settings.hpp"

namespace tycho {

class Binding {
 public:
  explicit Binding(const Settings& settings) : settings_(settings) {}

  void operator()(std::string_view name, double& field);
  void operator()(std::string_view name, int& field);
  /// Whether this word is chosen.
  void operator()(std::string_view name, bool& field, std::string_view word);
  /// The value of the enum whose number is that of the chosen word among `names`.
  template <typename Enum, std::size_t kCount>
  void operator()(std::string_view name, Enum& field,
                  const std::array<std::string_view, kCount>& names) {
    const int chosen = index_of_choice(name, names);
    if (chosen >= 0) field = static_cast<Enum>(chosen);
  }

  /// Throws std::logic_error naming a setting of the contract that nothing was bound to.
  void done() const;

 private:
  const Parameter* parameter(std::string_view name);
  /// The chosen word's place among `names`; -1 where the choice has no meaning on this backend.
  int index_of_choice(std::string_view name, std::span<const std::string_view> names);
  /// The chosen word; null where the choice has no meaning on this backend. Every word that the
  /// contract has for it must be among `names`.
  const std::string* word(std::string_view name, std::span<const std::string_view> names);

  const Settings& settings_;
  std::set<std::string, std::less<>> bound_;
};

}  // namespace tycho
