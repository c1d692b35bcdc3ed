// Of what kind a member of a record is: the visitors of fields.hpp treat each kind its own way.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/result/rule.hpp"

namespace tycho::result {

template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <typename T>
inline constexpr bool kIsList = false;
template <typename T>
inline constexpr bool kIsList<std::vector<T>> = true;

template <typename T>
inline constexpr bool kIsMap = false;
template <typename T>
inline constexpr bool kIsMap<std::map<std::string, T>> = true;

/// The rule of a list's elements: that of the list, less how many there may be.
constexpr Rule of_elements(Rule rule) {
  rule.fewest = Rule{}.fewest;
  rule.most = Rule{}.most;
  return rule;
}

}  // namespace tycho::result
