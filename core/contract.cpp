#include "core/contract.hpp"

namespace tycho {

std::string_view name(Backend backend) { return backend == Backend::kCpu ? "cpu" : "cuda"; }

std::string_view name(Consistency consistency) {
  switch (consistency) {
    case Consistency::kBitwise:
      return "bitwise";
    case Consistency::kOrdered:
      return "ordered";
    case Consistency::kAtomic:
      return "atomic";
  }
  return "unknown";
}

bool applies(Scope scope, Backend backend) {
  return scope == Scope::kBoth || (scope == Scope::kCpu) == (backend == Backend::kCpu);
}

namespace {

template <typename Item>
std::string_view current_name(std::span<const Item> items, std::string_view name) {
  std::string_view current = name;
  for (const Item& item : items) {
    if (item.name == name) return name;
    if (!item.formerly.empty() && item.formerly == name) current = item.name;
  }
  return current;
}

}  // namespace

std::string_view current_parameter(const Contract& contract, std::string_view name) {
  return current_name(contract.parameters, name);
}

std::string_view current_choice(const Contract& contract, std::string_view name) {
  return current_name(contract.choices, name);
}

}  // namespace tycho
