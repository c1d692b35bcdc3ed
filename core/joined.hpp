// Texts one after the other, as messages and tables have them.
#pragma once

#include <functional>
#include <iterator>
#include <string>
#include <string_view>

namespace tycho {

/// Makes "a, b, c" of "a, b" and "c", and "c" of "" and "c".
inline void join_to(std::string& list, std::string_view next, std::string_view between = ", ") {
  if (!list.empty()) list += between;
  list += next;
}

/// "a, b, c" of what `text` makes of the items: a function, or a member of them.
template <typename Items, typename Text>
requires std::invocable<const Text&, decltype(*std::begin(std::declval<const Items&>()))>
    std::string joined(const Items& items, const Text& text, std::string_view between = ", ") {
  std::string list;
  for (const auto& item : items) join_to(list, std::invoke(text, item), between);
  return list;
}

/// The same of items that are texts.
template <typename Items>
std::string joined(const Items& items, std::string_view between = ", ") {
  return joined(items, std::identity{}, between);
}

/// "a, b and c".
template <typename Items>
std::string listed_with_and(const Items& items) {
  std::string list;
  for (auto item = std::begin(items); item != std::end(items); ++item)
    join_to(list, *item, std::next(item) == std::end(items) ? " and " : ", ");
  return list;
}

}  // namespace tycho
