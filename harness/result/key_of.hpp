// The key that a member of a record has in a file: whoever tells of a member need not spell it.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "harness/result/fields.hpp"
#include "harness/result/where.hpp"

namespace tycho::result {

/// Visits a record and keeps the key of the member at one address.
template <typename Wanted>
class KeyFinder {
 public:
  explicit KeyFinder(const Wanted& wanted) : wanted_(&wanted) {}

  template <typename T>
  void operator()(const char* key, const T& member, const Rule& = {}) {
    if constexpr (std::is_same_v<T, Wanted>)
      if (&member == wanted_) found = key;
  }
  template <typename T>
  void or_null(const char* key, const std::optional<T>& member) {
    (*this)(key, member);
  }
  template <typename T>
  void others(const std::map<std::string, T>&) {}
  void former(const char*) {}

  std::string_view found;

 private:
  const Wanted* wanted_;
};

/// `member` is one of those that fields() visits in `record`.
template <typename Record, typename Member>
std::string_view key_of(const Record& record, const Member& member) {
  KeyFinder<Member> finder(member);
  fields(finder, record);
  if (finder.found.empty()) throw std::logic_error("no such member of the record has a key");
  return finder.found;
}

/// Where a member of a record stands.
template <typename Record, typename Member>
Where place(const Where& at, const Record& record, const Member& member) {
  return {at, key_of(record, member)};
}

}  // namespace tycho::result
