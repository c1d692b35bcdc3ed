// Objects of a published file, read strictly: a mistyped key is an error that names its place.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "harness/report/select.hpp"

namespace tycho::report {

/// An object whose keys are all asked for, so that a mistyped one is an error and not ignored.
class Object {
 public:
  Object(const nlohmann::json& from, std::string place) : from_(from), place_(std::move(place)) {
    if (!from.is_object()) throw UsageError(place_ + ": must be an object");
  }
  // Not in a destructor: it throws.
  void finish() const {
    for (const auto& item : from_.items()) {
      if (!asked_.count(item.key())) {
        const std::string known = joined(asked_);
        throw UsageError(place_ + "/" + item.key() + ": unknown key; allowed are " + known);
      }
    }
  }
  template <typename T>
  T get(const char* key) {
    asked_.insert(key);
    if (!from_.contains(key)) throw UsageError(place_ + "/" + key + ": is missing");
    return convert<T>(key);
  }
  template <typename T>
  T get(const char* key, T fallback) {
    asked_.insert(key);
    return from_.contains(key) ? convert<T>(key) : fallback;
  }
  /// The element, or null.
  nlohmann::json raw(const char* key) { return get<nlohmann::json>(key, nlohmann::json()); }
  std::string at(const char* key) const { return place_ + "/" + key; }
  const std::string& place() const { return place_; }
  const nlohmann::json& whole() const { return from_; }

 private:
  template <typename T>
  T convert(const char* key) const {
    try {
      return from_.at(key).get<T>();
    } catch (const nlohmann::json::exception& error) {
      throw UsageError(place_ + "/" + key + ": wrong type: " + error.what());
    }
  }
  const nlohmann::json& from_;
  std::string place_;
  std::set<std::string> asked_;
};

/// Calls read(object) on every element of a list.
template <typename Read>
void each(const nlohmann::json& list, const std::string& place, Read&& read) {
  if (list.is_null()) return;
  if (!list.is_array()) throw UsageError(place + ": must be a list");
  for (std::size_t i = 0; i < list.size(); ++i) {
    Object object(list[i], place + "/" + std::to_string(i));
    read(object);
    object.finish();
  }
}

/// The selector under a key; without conditions where there is none.
inline Selector selector(Object& object, const char* key) {
  const nlohmann::json from = object.raw(key);
  if (from.is_null()) return {};
  if (!from.is_object()) throw UsageError(object.at(key) + ": must be an object");
  return read_selector(from);
}

}  // namespace tycho::report
